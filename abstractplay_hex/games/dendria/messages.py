"""English sentences of Dendria's codes. A sentence names cells and numbers, never what was typed."""

from typing import Final

from abstractplay_hex.i18n.messages import Plural

SENTENCES: Final[dict[str, str]] = {
    # Variants
    "dendria.variant.unknown": "Variant {number} of those asked for is unknown. Known: {known}.",
    "dendria.variant.twice": "A variant is given twice. Known: {known}.",
    "dendria.variant.two-boards": "Two boards are asked for; choose one. Known: {known}.",
    "dendria.variant.solo": "Building alone (solo) needs a modular board. Known: {known}.",
    # Position texts
    "dendria.position.too-long": "A position text has at most {limit} characters.",
    "dendria.position.fields": (
        "A position text has four fields with one space between them, "
        "rows, side, passes and actor; this one has {found}."
    ),
    "dendria.position.side": "The side to move must be D or L.",
    "dendria.position.passes": "The passes just made must be 0, 1 or 2.",
    "dendria.position.actor": "The player who acted last must be D, L or -.",
    "dendria.position.rows": "The board has {wanted} rows, the position {found}.",
    "dendria.position.row-length": Plural(
        by="found",
        one="Row {row} from the top has {found} cell instead of {wanted}.",
        other="Row {row} from the top has {found} cells instead of {wanted}.",
    ),
    "dendria.position.row-too-long": "Row {row} from the top has more than {limit} cells.",
    "dendria.position.number": (
        "Row {row} from the top, cell {column}: a run of empty cells is a number from 1 to 999 "
        "without a leading zero."
    ),
    "dendria.position.letter": (
        "Row {row} from the top, cell {column}: pieces are s, p, t for Light and S, P, T for Dark."
    ),
    "dendria.position.water": "Row {row} from the top, cell {column}: a fixed board has no water.",
    "dendria.position.no-land": "There is no land.",
    "dendria.position.too-much-land": "There are {found} cells of land; {limit} is the most.",
    "dendria.position.disconnected": (
        "The land is in pieces: row {row} from the top, column {column}, is not connected "
        "to the first cell."
    ),
    "dendria.position.loose": (
        "The rows must fit the land closely (rows: {rows}, columns: {columns}), the first of them "
        "without land only if the land begins in an odd row."
    ),
    "dendria.position.over": "This game is over already: two passes were made.",
    # Construction texts
    "dendria.construction.side": "A construction is its centres, a space, and D or L to place.",
    "dendria.construction.too-many": "A construction under way has at most {limit} modules here.",
    "dendria.construction.module": (
        "Module {number} must be two whole numbers without leading zeros, as 3,-1."
    ),
    "dendria.construction.misplaced": "Module {number}: {reason}",
    "dendria.construction.wrong-side": "{side} would be the one to place the next module.",
    # Reading turns
    "dendria.notation.too-long": "A turn has at most {limit} characters.",
    "dendria.notation.item": (
        "Item {number} of this turn cannot be read. Turns look like d4, d4,f5=s, d4-g4, d4xg4, "
        "d4-e4,f5=s,-g4,h3=t or pass."
    ),
    "dendria.notation.pass": "Passing is the whole turn: nothing is converted.",
    "dendria.notation.module": "Module {number} cannot be read. Modules look like m3,-1.",
    "dendria.notation.unfinished": "This turn is not finished.",
    "dendria.cell.unknown": "Item {number} of this turn names a cell that is not on the board.",
    "dendria.cell.not-here": "There is no such cell on this board.",
    # Who may play what
    "dendria.over": "The game is over.",
    "dendria.construct.first-build": (
        "The board is still being built: click a marked cell to place a module there, or write it "
        "like m3,-1 (the first one is m0,0)."
    ),
    "dendria.construct.no-pass": "You cannot pass while the board is being built.",
    "dendria.construct.in-play": "The board is finished: no more modules are placed.",
    # Modules
    "dendria.construct.finished": "All {total} modules are placed.",
    "dendria.construct.first": "The first module goes to the middle: click the marked cell, or write m0,0.",
    "dendria.construct.overlap": "A module at {q},{r} would overlap land.",
    "dendria.construct.touch": Plural(
        by="touched",
        one="A module at {q},{r} would touch {touched} placed cell; it must touch at least two.",
        other="A module at {q},{r} would touch {touched} placed cells; it must touch at least two.",
    ),
    "dendria.construct.count-one": "Place one module a turn; this places {found}.",
    "dendria.construct.count-all": Plural(
        by="wanted",
        one="You build alone: place the last module; this places {found}.",
        other="You build alone: place all {wanted} modules; this places {found}.",
    ),
    # Sowing
    "dendria.sow.occupied": "{cell} is taken: seeds are sown on empty cells.",
    "dendria.sow.nourished": "{cell} would be nourished at once: it sees six pieces.",
    "dendria.sow.triangle": "{cell} would make a triangle with your seeds on {first} and {second}.",
    # Moving
    "dendria.move.unfinished": "Choose where the sprite on {cell} goes.",
    "dendria.move.stuck": "The sprite on {cell} has nowhere to go now.",
    "dendria.move.empty": "There is no sprite on {cell}.",
    "dendria.move.not-a-sprite": "The piece on {cell} is no sprite: only sprites move.",
    "dendria.move.not-yours": "The sprite on {cell} is your opponent's.",
    "dendria.move.same-cell": "A sprite must move at least one cell.",
    "dendria.move.not-straight": "{cell} is not in a straight line from {start}.",
    "dendria.move.turned": "{cell} is not further along the line from {start} by {stop}.",
    "dendria.move.tree-between": "The tree on {blocker} is in the way to {cell}.",
    "dendria.move.sprite-between": "The enemy sprite on {blocker} is in the way to {cell}.",
    "dendria.move.ocean-between": "Ocean lies between {start} and {cell}: sprites cross lagoons only.",
    "dendria.move.taken": "{cell} is taken: a sprite lands on an empty cell or an enemy sprite.",
    "dendria.move.captures": "There is an enemy sprite on {cell}: a capture is written {start}x{cell}.",
    "dendria.move.no-capture": "There is nothing to capture on {cell}: write {start}-{cell}.",
    "dendria.move.after-capture": "The capture on {cell} ended the movement.",
    "dendria.move.needs-fertilization": (
        "From {start} to {cell} this move recovers energy: it must fertilize."
    ),
    "dendria.move.no-landing": "The sprite on {cell} cannot go on from there.",
    # Conversions
    "dendria.convert.nothing": "There is nothing to convert on {cell}.",
    "dendria.convert.none-open": "No conversion is possible here.",
    "dendria.summon.not-a-seed": "The piece on {cell} is no seed: only seeds become sprites.",
    "dendria.summon.hungry": "The seed on {cell} is hungry: it sees water.",
    "dendria.summon.outnumbered": (
        "The seed on {cell} sees {own} of your pieces and {other} of your opponent's: "
        "it must see more of yours."
    ),
    "dendria.summon.limit": (
        "No more sprites now: of {limit} that your largest forest (trees: {forest}) allows you have {sprites}."
    ),
    "dendria.trees.own-tree": "The forest at {cell} is yours already.",
    "dendria.trees.enemy-seed": "The seed on {cell} is your opponent's: only your own can be fertilized.",
    "dendria.trees.sprite": "The piece on {cell} is a sprite: sprites do not become trees.",
    "dendria.fertilize.no-sprite": "You have no sprite to fertilize the seeds at {cell}.",
    "dendria.fertilize.unwatched": (
        "The seeds at {cell} have a liberty on {liberty} that your sprites do not watch."
    ),
    "dendria.forest.unwatched": (
        "The forest at {cell} has a liberty on {liberty} that your sprites do not watch."
    ),
    "dendria.forest.protected": (
        "The forest at {cell} is protected: your opponent watches all its liberties."
    ),
    "dendria.forest.no-liberties": (
        "The forest at {cell} has no liberty left, and it was not your sprite's step to an empty "
        "cell that took the last one."
    ),
    # What can be done
    "dendria.instructions": (
        "Sow a seed where it is hungry, choose one of your sprites to move, or pass."
    ),
    "dendria.instructions-sow": "Sow a seed where it is hungry, or pass.",
    "dendria.instructions-build": (
        "Place a module: click a marked cell, or write it like m3,-1. It must touch at least two "
        "placed cells."
    ),
    "dendria.instructions-build-first": "Place the first module: click the marked cell, or write m0,0.",
    "dendria.instructions-build-all": Plural(
        by="wanted",
        one="Place the last module: click a marked cell, or write it like m3,-1.",
        other=(
            "Place all {wanted} modules, one after the other: click marked cells, or write them "
            "like m0,0;m3,-1."
        ),
    ),
    "dendria.prompt.modules": Plural(
        by="left",
        one="{left} more module is to be placed.",
        other="{left} more modules are to be placed.",
    ),
    "dendria.prompt.landing": "Choose where the sprite on {cell} goes.",
    "dendria.prompt.fertilize": (
        "From {start} to {cell} this move recovers energy: convert seeds to trees before it ends."
    ),
    "dendria.prompt.fertilize-or-go-on": (
        "From {start} to {cell} this move recovers energy: convert seeds to trees before it ends, "
        "or go on to where it spends energy."
    ),
    "dendria.prompt.go-on": "Go on with this turn.",
    "dendria.prompt.module": "Finish writing the module, such as m3,-1.",
    "dendria.solo.no-list": (
        "The turn that builds a whole board is not listed; take iter_moves() or random_move()."
    ),
    # Pieces of sentences
    "dendria.phrase.dark": "Dark",
    "dendria.phrase.light": "Light",
    "dendria.phrase.centres": "a list of module centres",
    # Saved games
    "dendria.state.piece": '{path}: a player and a kind, such as [1,"seed"], are expected here.',
    "dendria.state.kind": "{path}: a piece is a seed, a sprite or a tree.",
    "dendria.state.centre": "{path}: a module's centre is a list of two whole numbers.",
    "dendria.state.building": "{path}: a ply with modules is of a board being built, and has nothing of play.",
    "dendria.state.fixed": "{path}: a fixed board has no modules and no land of its own.",
    "dendria.state.built": "{path}: the board was finished before.",
    "dendria.state.too-many-modules": "{path}: a board being built has {limit} modules at most here.",
    "dendria.state.one-module": "{path}: each turn adds one module to those before.",
    "dendria.state.other-land": "{path}: this is not the land that was built.",
    "dendria.state.land-only": "{path}: the land is written without pieces.",
    "dendria.state.unfinished": "{path}: this turn does not finish the board of {total} modules.",
    "dendria.state.lastmove": "{path}: this is not how the engine writes a turn.",
    "dendria.state.results": "{path}: this result does not go with the turn.",
    "dendria.state.end": "{path}: the game ends with the second of two passes, and then only.",
    # Chat
    "dendria.chat.module": "{player} placed a module at {where}.",
    "dendria.chat.sow": "{player} sowed a seed at {where}.",
    "dendria.chat.move": "{player} moved a sprite from {start} to {to}.",
    "dendria.chat.capture": "{player} captured a sprite at {where}.",
    "dendria.chat.summon": "{player} summoned a sprite from the seed at {where}.",
    "dendria.chat.summon-enemy": "{player} summoned a sprite from the opponent's seed at {where}.",
    "dendria.chat.fertilize": "{player} fertilized seeds into trees at {where}.",
    "dendria.chat.forest": "{player} captured a forest of {count} at {where}.",
    "dendria.chat.forest-last": "{player} took the last liberty of a forest of {count} at {where} and captured it.",
    "dendria.chat.pass": "{player} passed.",
    # What is on a cell
    "dendria.cell.empty": "{cell}: empty",
    "dendria.cell.hungry-dark": "{cell}: Dark seed, hungry",
    "dendria.cell.hungry-light": "{cell}: Light seed, hungry",
    "dendria.cell.nourished-dark": "{cell}: Dark seed, nourished",
    "dendria.cell.nourished-light": "{cell}: Light seed, nourished",
    "dendria.cell.sprite-dark": "{cell}: Dark sprite",
    "dendria.cell.sprite-light": "{cell}: Light sprite",
    "dendria.cell.tree-dark": "{cell}: Dark tree, forest of {count}",
    "dendria.cell.tree-light": "{cell}: Light tree, forest of {count}",
    "dendria.cell.lagoon": "{cell}: lagoon",
    "dendria.cell.land": "{cell}: land",
    "dendria.cell.water": "{cell}: water",
    "dendria.cell.centre": "{cell}: water, a module can be placed here",
    # Sidebar
    "dendria.sidebar.largest": "Largest forest",
    "dendria.sidebar.sprites-dark": "Dark: sprites in use / allowed",
    "dendria.sidebar.sprites-light": "Light: sprites in use / allowed",
    "dendria.sidebar.modules": "Modules placed",
    "dendria.button.pass": "Pass",
}
