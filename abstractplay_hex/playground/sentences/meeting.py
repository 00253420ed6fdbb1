"""What pages say of clocks, rematches, offers that come to nothing, and calls to the board."""

from typing import Final

MEETING: Final = {
    # start page: how much time there is
    "page.time.title": "Time",
    "page.time.none": "No clock",
    "page.time.fischer": "{main} + {increment} a move",
    "page.time.per-move": "{time} a move",
    "page.time.own-fischer": "Other: so long + seconds a move",
    "page.time.own-move": "Other: so long a move",
    "page.time.number": "Time",
    "page.time.unit": "Unit",
    "page.time.main": "Minutes",
    "page.time.increment": "+ seconds a move",
    "page.time.in-seconds": "seconds",
    "page.time.in-minutes": "minutes",
    "page.time.in-hours": "hours",
    "page.time.in-days": "days",
    "page.time.seconds": "{n} {n:second|seconds}",
    "page.time.minutes": "{n} {n:minute|minutes}",
    "page.time.hours": "{n} {n:hour|hours}",
    "page.time.days": "{n} {n:day|days}",
    "page.time.first": "The first move of each player takes no time.",
    # game page: clocks
    "page.clock.of": "{player}: time left",
    "page.clock.days": "{days} d {hours} h",
    "page.clock.minute": "You have one minute left.",
    "page.clock.ten": "You have ten seconds left.",
    "page.clock.up": "{player} ran out of time.",
    # game page: rematches
    "page.rematch.offer": "Rematch",
    "page.rematch.title": "The same game once more, with the seats changed",
    "page.rematch.mine": "You have offered a rematch.",
    "page.rematch.by": "{player} offers a rematch.",
    "page.rematch.follow": "Go to the rematch",
    # game page: offers that have come to nothing
    "page.lapsed.draw-declined": "{player} has declined the draw.",
    "page.lapsed.undo-declined": "{player} has declined to take a move back.",
    "page.lapsed.rematch-declined": "{player} has declined the rematch.",
    "page.lapsed.draw-withdrawn": "{player} no longer offers a draw.",
    "page.lapsed.undo-withdrawn": "{player} no longer asks to take a move back.",
    "page.lapsed.rematch-withdrawn": "{player} no longer offers a rematch.",
    "page.lapsed.ok": "OK",
    # game page: it has become one's turn
    "page.turn.game": "In the game it is your turn.",
    "page.turn.return": "Back to your turn",
    # game page: calls to the board
    "page.call.title": "When it becomes my turn while I do not see this page",
    "page.call.sound": "Sound",
    "page.call.notice": "Notification",
    "page.call.denied": "This browser does not allow notifications here; its settings for this site can.",
    "page.call.missing": "This browser has no notifications for pages like this one.",
    "page.call.silent": "This browser plays no sound here.",
    "page.call.title-anyway": "The title of the page says it in any case.",
}
"""What templates and scripts say."""
