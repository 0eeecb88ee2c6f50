"""What a page shows and asks, over every rulebook: whole, honest, harmless, and under rules that the catalogue knows."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from littlewars.engine import Game, Move, Place, foresee
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.engine.showing import Change, Drag, Show, change
from littlewars.server.telling.views import AudienceViews, state_for
from littlewars.server.wire import Sheet
from littlewars.systems import SYSTEMS

READY = [(name, scenario) for name, system in SYSTEMS.items() for scenario in system.scenarios()]
MOST = 90


def applied(show: Show, new: Change) -> Show:
    """What a page does with a change."""
    figures = {name: one for name, one in (show.figures | new.figures).items() if name not in new.gone}
    units = {name: one for name, one in (show.units | new.units).items() if name not in new.units_gone}
    figures = {name: figures[name] for name in new.order or figures}
    units = {name: units[name] for name in new.units_order or units}
    whole = ("tracker", "parties", "ground", "zones", "markers", "note")
    given = {key: value for key in whole if (value := getattr(new, key)) is not None}
    return msgspec.structs.replace(show, figures=figures, units=units, models=show.models | new.models, **given)


def laid(show: Show) -> tuple[object, list[str], list[str]]:
    """All there is, and who comes after whom."""
    return msgspec.to_builtins(show), list(show.units), list(show.figures)


def rules_of(ask: Any, show: Show) -> set[str]:
    """Every rule that is named on the page."""
    sheet = ask.sheet()
    tallies = [option["tally"] for option in sheet.get("options", ()) if isinstance(option, dict) and option.get("tally")]
    found = {ask.rule, *(mod[2] for tally in tallies for mod in tally["mods"])}
    found |= {line.rule for card in show.units.values() for line in card.status}
    return found | {line.rule for model in show.models.values() for line in model.lines}


def tried(game: Game[Any], ask: Any, rng: Random) -> None:
    """Everything a page may ask before an answer."""
    if isinstance(ask, Move):
        who = tuple(ask.start)
        x, y = ask.start[who[0]].at
        to = (x + rng.randint(-6000, 6000), y + rng.randint(-6000, 6000))
        for drag in (Drag(who, to), Drag(who[:1], to, rng.randrange(36000)), Drag(("nobody",), to)):
            legs = ask.plan(drag)
            assert all(ask.trace(leg).path for leg in legs)
            ask.refuse(legs)
    elif isinstance(ask, Place):
        spots = ask.plan(Drag(tuple(ask.things), (rng.randint(0, 40_000), rng.randint(0, 40_000))))
        assert all(trace.ends for trace in ask.trace(spots))
        ask.refuse(spots)
    else:
        found = foresee(game.system, game.battle, ask, ask.sample(rng))
        if found is not None and found.chances:
            assert sum(chance for _, chance in found.chances) == pytest.approx(1)
            assert found.expected == pytest.approx(sum(value * chance for value, chance in found.chances))
    figures = sorted(game.system.show(game.state).figures)
    if len(figures) > 1:
        seen = game.system.look(game.state, *rng.sample(figures, 2))
        assert seen is None or seen.lines
        assert seen is None or seen.far is None or game.system.measures


@pytest.mark.parametrize(("name", "scenario"), READY)
def test_a_page_can_follow_a_whole_battle(name: str, scenario: str) -> None:
    system, rng, known = SYSTEMS[name], Random(7), {entry.id for entry in Rulebook.of(name)}
    game: Game[Any] = Game.start(system, system.scenarios()[scenario], 7)
    page, rules = system.show(game.state), set[str]()
    for _ in range(MOST):
        if game.ask is None:
            break
        before = game.hash()
        for part, ask in game.asks:
            msgspec.convert(ask.sheet() | {"part": part, "number": 0}, Sheet)
            rules |= rules_of(ask, page)
            tried(game, ask, rng)
        assert game.hash() == before
        game.answer(game.ask.sample(rng))
        now = system.show(game.state)
        was, page = page, applied(page, change(page, now))
        assert laid(page) == laid(now)
        assert laid(applied(page, change(page, was)))[1:] == laid(was)[1:]  # taken back, all are where they were
        for figure in now.figures.values():
            assert figure.id in now.units[figure.unit].figures
            assert figure.model in now.models
    for event in game.battle.events or []:
        rules.add(getattr(event, "rule", ""))
    assert rules - known <= {""}


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_event_names_a_rule_of_its_book(name: str) -> None:
    known = {entry.id for entry in Rulebook.of(name)}
    assert {kind.rule for kind in SYSTEMS[name].events} - known <= {""}


@pytest.mark.parametrize(("name", "scenario"), READY)
def test_a_table_patched_by_changes_is_the_table_made_anew_for_every_audience(name: str, scenario: str) -> None:
    """Of what has not changed nothing is made anew: nobody may be able to tell."""
    system, rng = SYSTEMS[name], Random(11)
    game: Game[Any] = Game.start(system, system.scenarios()[scenario], 11)
    views = AudienceViews(system, game.state)
    pages = {eye: views.table(game.state, eye) for eye in views.names}
    for step in range(MOST):
        if game.ask is None:
            break
        game.answer(game.ask.sample(rng))
        if step % 9 == 8:
            game.undo(rng.randint(1, 4))
        before = game.hash()
        for eye, changed in views.look(game.state, views.names).items():
            pages[eye] = applied(pages[eye], changed)
            assert laid(pages[eye]) == laid(system.show(state_for(system, game.state, eye)))
        assert game.hash() == before
