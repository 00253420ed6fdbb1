"""Every place in the package's source that makes a message: which codes, with which parameters.

Read from the syntax trees, so that codes are found that no test ever provokes. Codes are followed
through variables, conditional expressions, f-strings, tables, and helpers such as ``_no("move.stuck")``.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import define, field

import abstractplay_hex

ROOT = Path(abstractplay_hex.__file__).parent
HOLE = "\0"
"""Stands in a code for what the caller of a helper gives."""
RERAISED = "\1"
"""Stands for the code of an error or assessment that was made elsewhere."""


@define
class Module:
    name: str
    tree: ast.Module
    functions: dict[str, ast.FunctionDef] = field(factory=dict)
    imported: dict[str, tuple[str, str]] = field(factory=dict)
    parents: dict[ast.AST, ast.AST] = field(factory=dict)


@define
class Site:
    """A call that makes a message; ``params`` is ``None`` where they cannot be told."""

    where: str
    codes: set[str]
    params: set[str] | None
    texts: set[str]
    """Texts given as parameters that could be words of a language."""


@define
class Helper:
    codes: set[str]
    index: int
    name: str
    default: ast.expr | None
    params: set[str]


@cache
def modules() -> dict[str, Module]:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        if path.name == "sentences.py":
            continue
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        module = Module(name, ast.parse(path.read_text(encoding="utf-8")))
        for node in ast.walk(module.tree):
            for child in ast.iter_child_nodes(node):
                module.parents[child] = node
            if isinstance(node, ast.FunctionDef):
                module.functions[node.name] = node
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    module.imported[alias.asname or alias.name] = (node.module, alias.name)
        found[name] = module
    return found


def error_names() -> set[str]:
    """Return the names of all classes of errors with a code."""
    classes = [
        node
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    ]
    names = {"HexError"}
    while True:
        more = {
            c.name
            for c in classes
            if any(isinstance(b, ast.Name) and b.id in names for b in c.bases)
        }
        if more <= names:
            return names
        names |= more


def strings(expr: ast.expr | None, at: ast.AST, module: Module, depth: int = 0) -> set[str] | None:
    """Return all texts that *expr* can be, with :data:`HOLE` for a parameter; ``None`` if unknown."""
    if depth > 8:
        return None

    def union(*parts: ast.expr) -> set[str] | None:
        out: set[str] = set()
        for part in parts:
            found = strings(part, at, module, depth + 1)
            if found is None:
                return None
            out |= found
        return out

    match expr:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=orelse):
            return union(body, orelse)
        case ast.BoolOp(values=values):
            return union(*values)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            return union(*elts)
        case ast.Dict(values=values):
            return union(*values)
        case ast.Subscript(value=value):
            return union(value)
        case ast.Attribute(attr="code"):
            return {RERAISED}
        case ast.JoinedStr(values=values):
            out = {""}
            for part in values:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                found = strings(inner, at, module, depth + 1)
                if found is None:
                    return None
                out = {a + b for a in out for b in found}
            return out
        case ast.Call(func=ast.Name(id=name)) if name in module.functions:
            returned = [
                n.value for n in ast.walk(module.functions[name]) if isinstance(n, ast.Return)
            ]
            out = set()
            for answer in returned:
                found = strings(answer, module.functions[name].body[0], module, depth + 1)
                if found is None:
                    return None
                out |= found
            return out
        case ast.Name(id=name):
            return _named(name, at, module, depth)
    return None


def enclosing(at: ast.AST, module: Module) -> ast.FunctionDef | None:
    node = at
    while node in module.parents:
        node = module.parents[node]
        if isinstance(node, ast.FunctionDef):
            return node
    return None


def _named(name: str, at: ast.AST, module: Module, depth: int) -> set[str] | None:
    function = enclosing(at, module)
    scopes: list[ast.AST] = [module.tree] if function is None else [function, module.tree]
    for scope in scopes:
        nodes = list(ast.walk(scope) if scope is function else ast.iter_child_nodes(scope))
        values = _just_before(name, at, module) if scope is function else []
        values = values or [v for node in nodes for v in _bound(node, name)]
        if values:
            out: set[str] = set()
            for value in values:
                found = strings(value, at, module, depth + 1)
                if found is None:
                    return None
                out |= found
            return out
        if scope is function and name in {a.arg for a in _arguments(function)}:
            return {HOLE}
    if name in module.imported:
        source, original = module.imported[name]
        other = modules().get(source)
        if other is not None:
            return _named(original, other.tree, other, depth + 1)
    return None


def _just_before(name: str, at: ast.AST, module: Module) -> list[ast.expr]:
    """Return what *name* was bound to last in the same block, if it was."""
    statement = at
    while not isinstance(statement, ast.stmt):
        statement = module.parents[statement]
    parent = module.parents[statement]
    for block in (getattr(parent, "body", []), getattr(parent, "orelse", [])):
        if isinstance(block, list) and statement in block:
            for earlier in reversed(block[: block.index(statement)]):
                if values := list(_bound(earlier, name)):
                    return values
    return []


def _bound(node: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield what *name* is bound to by a statement."""
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            yield value
        case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
            yield value
        case ast.NamedExpr(target=ast.Name(id=target), value=value) if target == name:
            yield value
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            for one, bound in zip(targets, values, strict=False):
                if isinstance(one, ast.Name) and one.id == name:
                    yield bound
        case ast.For(
            target=ast.Tuple(elts=[_, ast.Name(id=target)]),
            iter=ast.Call(func=ast.Attribute(value=table, attr="items")),
        ) if target == name:
            yield table
        case ast.For(target=ast.Name(id=target), iter=values) if target == name:
            yield values


def _arguments(function: ast.FunctionDef | None) -> list[ast.arg]:
    return [*function.args.args, *function.args.kwonlyargs] if function else []


def _keys(expr: ast.expr, at: ast.AST, module: Module) -> set[str] | None:
    """Return the keys of a mapping given as ``**expr``."""
    match expr:
        case ast.Dict(keys=keys):
            names = {str(k.value) for k in keys if isinstance(k, ast.Constant)}
            return names if len(names) == len(keys) else None
        case ast.Call(func=ast.Name(id=name)) if name in module.functions:
            function = module.functions[name]
            found = [
                _keys(n.value, function.body[0], module)
                for n in ast.walk(function)
                if isinstance(n, ast.Return) and n.value is not None
            ]
            return found[0] if len(found) == 1 else None
        case ast.Name(id=name):
            function_at = enclosing(at, module)
            bound = [v for n in ast.walk(function_at or module.tree) for v in _bound(n, name)]
            return _keys(bound[0], at, module) if len(bound) == 1 else None
    return None


POSITION = {"playable": 1}
SPEAKERS = {"say", "Phrase", "playable", "unfinished", "refused"}
NO_PARAMS = {"complete", "can_render", "turn"}


def _texts(call: ast.Call, module: Module) -> set[str]:
    """Return the texts with letters in them that are given as parameters of a message."""
    out: set[str] = set()
    for keyword in call.keywords:
        if keyword.arg in ("path", "key"):
            continue  # places in JSON, which are the same in all languages
        stack: list[ast.expr] = [keyword.value]
        while stack:
            expr = stack.pop()
            if isinstance(expr, ast.Call):
                if isinstance(expr.func, ast.Name) and expr.func.id in ("text", *SPEAKERS):
                    continue
                stack += [a for a in expr.args if isinstance(a, ast.BinOp | ast.JoinedStr)]
            elif isinstance(expr, ast.BinOp):
                stack += [expr.left, expr.right]
            elif isinstance(expr, ast.IfExp):
                stack += [expr.body, expr.orelse]
            elif isinstance(expr, ast.BoolOp):
                stack += expr.values
            else:
                found = strings(expr, call, module)
                if found is None and isinstance(expr, ast.JoinedStr):
                    found = {v.value for v in expr.values if isinstance(v, ast.Constant)}  # type: ignore[misc]
                out |= {t for t in found or () if any(c.isalpha() for c in t)}
    return out


@cache
def sites() -> tuple[Site, ...]:
    """Return all places that make a message."""
    speakers = SPEAKERS | error_names()
    helpers: dict[tuple[str, str], list[Helper]] = {}
    seen: list[Site] = []
    for _ in range(3):  # helpers of helpers
        seen = []
        new: dict[tuple[str, str], list[Helper]] = {}
        for module in modules().values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call):
                    site = _site(node, module, speakers, helpers)
                    if site is not None:
                        _note(node, module, site, new)
                        seen.append(site)
        helpers = new
    return tuple(s for s in seen if not any(HOLE in c for c in s.codes))


def _site(
    call: ast.Call, module: Module, speakers: set[str], helpers: dict[tuple[str, str], list[Helper]]
) -> Site | None:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    known = helpers.get((module.name, name)) or helpers.get(module.imported.get(name, ("", "")))
    if name not in speakers and not known:
        return None
    where = f"{module.name}:{call.lineno}"
    params: set[str] | None = set()
    for keyword in call.keywords:
        found = {keyword.arg} if keyword.arg else _keys(keyword.value, call, module)
        params = None if params is None or found is None else params | found
    if name in speakers:
        index = POSITION.get(name, 0)
        if len(call.args) <= index:
            return None
        codes = strings(call.args[index], call, module)
        if codes is None:
            raise AssertionError(f"{where}: which code is this? {ast.unparse(call)}")
        return Site(where, codes, params, _texts(call, module))
    codes = set()
    for helper in known or ():
        given: ast.expr | None = helper.default
        if len(call.args) > helper.index:
            given = call.args[helper.index]
        given = next((k.value for k in call.keywords if k.arg == helper.name), given)
        found = strings(given, call, module)
        if found is None:
            raise AssertionError(f"{where}: which code is this? {ast.unparse(call)}")
        codes |= {code.replace(HOLE, text) for code in helper.codes for text in found}
        if params is not None:
            params |= helper.params
    return Site(where, codes, params, _texts(call, module))


def _note(
    call: ast.Call, module: Module, site: Site, helpers: dict[tuple[str, str], list[Helper]]
) -> None:
    """Note the function around *call* if the code, or a part of it, is one of its parameters."""
    holes = {code for code in site.codes if HOLE in code}
    function = enclosing(call, module)
    if not holes or function is None:
        return
    arguments = _arguments(function)
    code = call.args[0] if call.args else next(k.value for k in call.keywords if k.arg == "code")
    used = {n.id for n in ast.walk(code) if isinstance(n, ast.Name)}
    named = [i for i, a in enumerate(arguments) if a.arg in used]
    if not named:
        return
    index = named[0]
    defaults = function.args.defaults
    behind = len(function.args.args) - index
    default = defaults[-behind] if 0 < behind <= len(defaults) else None
    method = bool(arguments) and arguments[0].arg in ("self", "cls")
    fixed = {k.arg for k in call.keywords if k.arg}
    helper = Helper(holes, index - method, arguments[index].arg, default, fixed)
    helpers.setdefault((module.name, function.name), []).append(helper)
