from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from littlewars.engine import Battle, Choose, Event, Game, Refusal, Result, Rule, RuleBug, Together, copier
from littlewars.engine.game import Agree, Concede
from littlewars.engine.names import ref
from tests.engine import skirmish
from tests.engine.skirmish import SMALL, SYSTEM, Skirmish, State


def fresh(seed: int = 1, scenario: str = "small", **how: Any) -> Game[State]:
    return Game.start(SYSTEM, SYSTEM.scenarios()[scenario], seed, **how)


def played(seed: int, answers: int = 10_000, game: Game[State] | None = None) -> Game[State]:
    game, rng = game or fresh(seed), Random(seed)
    for _ in range(answers):
        if game.ask is None:
            break
        part, ask = rng.choice(game.asks)
        game.answer_part(part, ask.sample(rng))
    return game


def until(game: Game[State], rule: str, seed: int = 1) -> Game[State]:
    """Play by chance until this rule asks."""
    rng = Random(seed)
    while game.ask and game.ask.rule != rule:
        game.answer(game.ask.sample(rng))
    assert game.ask
    return game


# ---- the loop


def test_setup_seed_and_answers_are_the_game() -> None:
    one, two = played(3), played(3)
    assert one.hash() == two.hash()
    assert one.entries == two.entries
    assert one.battle.events == two.battle.events
    assert one.result == two.result
    assert one.result is not None
    assert played(4).hash() != one.hash()


@pytest.mark.parametrize("keep", ["all", "last", "none"])
def test_bulk_play_is_the_same_game(keep: Any) -> None:
    full = played(5)
    lean = played(5, game=fresh(5, keep=keep, quiet=True))
    assert lean.hash() == full.hash()
    assert lean.battle.events is None


def test_a_refused_answer_changes_nothing_and_names_its_rule() -> None:
    game = until(fresh(2), "toy.order")
    before = game.hash(), len(game.entries), list(game.battle.events or [])
    with pytest.raises(Refusal, match=r"'dance' is not among advance, cover.*: toy\.order") as refused:
        game.answer("dance")
    assert refused.value.rule == "toy.order"
    assert (game.hash(), len(game.entries), game.battle.events) == before
    assert game.refusal("dance")
    assert game.refusal("advance") is None
    game.answer("advance")
    far = game.ask.read([{"who": next(iter(game.ask.start)), "steps": [{"verb": "go", "to": [23000, 23000]}]}])
    with pytest.raises(Refusal, match=r"of [63]\.0 inches"):
        game.answer(far)


def test_nobody_answers_who_is_not_asked() -> None:
    game = until(fresh(2), "toy.order")
    other = next(side for side in ("red", "blue") if side != game.ask.side)
    with pytest.raises(Refusal, match=f"{other} is not asked"):
        game.answer("advance", other)
    with pytest.raises(Refusal, match="part 7"):
        game.answer_part(7, "advance")
    with pytest.raises(Refusal, match="part -1"):
        game.answer_part(-1, "advance")
    done = played(2)
    with pytest.raises(Refusal, match="nobody is not asked"):
        done.answer("advance")


def test_looking_costs_no_dice() -> None:
    class Peeking(Skirmish):
        def step(self, battle: Any) -> Rule[None] | None:
            return peek(battle)

    async def peek(battle: Battle[State]) -> None:
        await Choose("red", "toy.order", "peek", lambda: [str(battle.dice.roll(6, "peek"))])

    with pytest.raises(RuntimeError, match="'peek' while an ask is open"):
        Game.start(Peeking(), SMALL, 1).ask.default()


def test_options_are_computed_once_and_only_when_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    real = skirmish.orders
    monkeypatch.setattr(skirmish, "orders", lambda s, unit, prey: looks.append(unit.id) or real(s, unit, prey))
    game = until(fresh(2), "toy.order")
    looks.clear()
    game.copy()
    assert not looks
    game.ask.sheet(), game.ask.default(), game.ask.refuse("dance")
    assert len(looks) == 1


# ---- copies


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", ["small", "reserves"])
def test_a_copy_is_the_game_at_every_decision(seed: int, scenario: str) -> None:
    game, rng = fresh(seed, scenario), Random(seed)
    while game.asks:
        part, ask = rng.choice(game.asks)
        answer = ask.sample(rng)
        twin = game.copy()
        twins = [twin, twin.copy(), twin.copy().copy()]
        for each in twins:
            assert each.hash() == game.hash()
            assert [(p, a.sheet()) for p, a in each.asks] == [(p, a.sheet()) for p, a in game.asks]
        for each in (game, *twins):
            each.answer_part(part, answer)
        assert {each.hash() for each in twins} == {game.hash()}
        end = [played(9, game=each.copy()) for each in (game, twins[-1])]
        assert end[0].hash() == end[1].hash()
        assert end[0].result == end[1].result


def test_a_copy_leaves_the_game_alone() -> None:
    game = until(fresh(2), "toy.order")
    before = game.hash()
    played(1, game=game.copy())
    assert game.hash() == before


def test_a_game_without_checkpoints_says_that_it_cannot_be_copied_or_undone() -> None:
    game = played(1, 5, fresh(1, keep="none"))
    with pytest.raises(ValueError, match="no checkpoints"):
        game.copy()
    with pytest.raises(Refusal, match="'none' checkpoints"):
        game.undo()
    short = played(1, 12, fresh(1, keep="last"))
    before = short.hash()
    with pytest.raises(Refusal, match="'last' checkpoints"):
        short.undo(12)
    assert short.hash() == before


def test_a_replay_reads_what_was_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`battle.once` is looked up once: a copy in the middle of the step does not look again."""
    game = until(fresh(2), "toy.order")
    looks: list[int] = []
    real = skirmish.targets
    monkeypatch.setattr(skirmish, "targets", lambda s, unit: looks.append(1) or real(s, unit))
    twin = game.copy()
    again = twin.copy()
    assert not looks
    assert again.ask.sheet() == game.ask.sheet()
    game.undo(0)
    assert looks  # an undo plays the step again from its beginning


# ---- undo


@pytest.mark.parametrize("scenario", ["small", "reserves"])
def test_undo_and_redo(scenario: str) -> None:
    game, rng = fresh(5, scenario), Random(5)
    hashes, told = [game.hash()], [len(game.battle.events or [])]
    while game.ask:
        game.answer(game.ask.sample(rng))
        hashes.append(game.hash())
        told.append(len(game.battle.events or []))
    entries, events = list(game.entries), list(game.battle.events or [])
    for back in (*range(1, 12), len(entries)):
        game.undo(back)
        assert game.hash() == hashes[-1 - back]
        assert len(game.battle.events or []) == told[-1 - back]
        assert len(game.trail) == len(game.entries) == len(entries) - back
        for part, answer in entries[len(entries) - back :]:
            game.answer_part(part, answer)
        assert game.hash() == hashes[-1]
        assert game.battle.events == events


@pytest.mark.parametrize("back", [-1, 8])
def test_undo_of_more_than_there_is(back: int) -> None:
    game = played(5, 7)
    before = game.hash()
    with pytest.raises(Refusal, match="of 7 entries"):
        game.undo(back)
    assert game.hash() == before


def test_undo_with_a_new_seed_lets_other_dice_fall() -> None:
    ends = set()
    for seed in range(20):
        game = fresh(1)
        for _ in range(4):
            game.answer(game.ask.default())
        game.undo(1, seed=seed)
        game.answer(game.ask.default())
        ends.add(tuple(e.faces for e in game.battle.events or [] if type(e).__name__ == "Draw"))
    assert len(ends) > 5


def test_free_undo_is_own_answers_without_dice_reveals_or_others() -> None:
    game = fresh(1)
    assert game.free_undo("red") == 0
    game.answer(game.ask.default(), "red")
    assert game.free_undo("red") == 0  # blue is asked at the same time
    for _ in range(3):
        game.answer(game.ask.default())
    assert game.ask.rule == "toy.order"
    side = game.ask.side
    assert game.free_undo(side) == 0  # dice have fallen and a card was turned over
    game.answer("advance")
    assert game.free_undo(side) == 1
    assert game.free_undo("red" if side == "blue" else "blue") == 0
    before = game.ask.sheet()
    game.undo()
    game.answer("advance")
    assert game.ask.sheet() == before
    game.answer(())
    assert game.ask.side != side or game.free_undo(side) == 0  # the next card is turned over: sealed


def test_a_seal_ends_free_undo_without_dice() -> None:
    class Sealing(Skirmish):
        def step(self, battle: Any) -> Rule[None] | None:
            return reveal(battle)

    async def reveal(battle: Battle[State]) -> None:
        await Choose("red", "toy.order", "one", ["a"])
        await Choose("red", "toy.order", "two", ["a"])
        battle.seal()
        await Choose("red", "toy.order", "three", ["a"])

    game = Game.start(Sealing(), SMALL, 1)
    game.answer("a")
    assert game.free_undo("red") == 1
    game.answer("a")
    assert game.free_undo("red") == 0
    game.answer("a")
    assert game.free_undo("red") == 1
    assert game.copy().battle.seals == game.battle.seals
    game.undo(2)
    assert game.free_undo("red") == 1


# ---- Together


@pytest.mark.parametrize("order", ["rrbb", "rbrb", "bbrr", "brrb", "brbr"])
def test_together_in_any_order(order: str) -> None:
    names = {"r": "red", "b": "blue"}
    said = {"r": [("mortar", "ravens"), 1], "b": [("ogres", "watch"), 2]}
    game = fresh(1)
    first = game.hash()
    for n, who in enumerate(order):
        assert game.hash() == first
        assert game.copy().hash() == first
        assert game.view(names[who]).asks
        game.answer(said[who][order[:n].count(who)], names[who])
    plainly = fresh(1)
    for side in "rrbb":
        plainly.answer(said[side].pop(0), names[side])
    assert game.hash() == plainly.hash()
    assert game.state.coins == {"red": 1, "blue": 0}


def test_what_is_said_in_a_together_is_not_seen() -> None:
    game = fresh(1)
    game.answer(("mortar", "ravens"), "red")
    blue = game.view("blue")
    assert [ask.rule for ask in blue.asks] == ["toy.cards"]
    for _ in range(3):
        game.answer(game.ask.default())
    assert set(game.view("blue").state.rows["red"]) <= {"?"}
    assert "?" not in game.view("red").state.rows["red"]
    told = [e for e in game.view("blue").events if type(e).__name__ == "Laid"]
    assert [e.to for e in told] == ["blue"]


class Pot(msgspec.Struct):
    sides: list[str]
    pot: int = 0


class Bidding:
    """Conversations inside a Together inside a step, and what goes wrong with them."""

    name, title, version, unit, events = "bidding", "Bidding", 1, "inch", ()
    copy = staticmethod(copier(Pot))
    encode = staticmethod(msgspec.json.encode)

    def setup(self, scenario: Any) -> Pot:
        return Pot(["a", "b"])

    def sides(self, state: Pot) -> list[str]:
        return state.sides

    def step(self, battle: Battle[Pot]) -> Rule[None] | None:
        return None if battle.state.pot > 20 else round_of_bids(battle)


async def round_of_bids(battle: Battle[Pot]) -> None:
    await Choose("a", "t.go", "go?", ["yes", "no"])
    bids = await Together([bid(battle, "a"), bid(battle, "b")])
    battle.state.pot += sum(bids) + battle.dice.roll(6, "pot")
    await Choose("b", "t.after", "after?", ["on", "off"])


async def bid(battle: Battle[Pot], side: str) -> int:
    first = await Choose(side, "t.bid", "bid", ["1", "2", "roll", "write", "tell", "nest", "skip"])
    if first == "roll":
        battle.dice.roll(6, "cheat")
    if first == "write":
        battle.state.pot += 1
    if first == "tell":
        battle.record(Event())
    if first == "nest":
        await Together([Choose(side, "t.bid", "nested", ["1"])])
    if first == "skip":
        return 0
    return int(first.isdigit()) + int(await Choose(side, "t.more", "and?", ["0", "1"]))


@pytest.mark.parametrize(
    ("cheat", "message"),
    [
        ("roll", "'cheat' while an ask"),
        ("write", "wrote on the state"),
        ("tell", "told everybody"),
        ("nest", "inside a Together"),
    ],
)
def test_a_part_of_a_together_rolls_writes_and_nests_nothing(cheat: str, message: str) -> None:
    game: Game[Pot] = Game.start(Bidding(), {}, 1, strict=True)
    game.answer("yes")
    game.answer("1", "b")
    before, asks = game.hash(), [ask.rule for _, ask in game.asks]
    with pytest.raises(RuleBug, match=message):
        game.answer(cheat, "a")
    assert (game.hash(), [ask.rule for _, ask in game.asks]) == (before, asks)
    game.answer("skip", "a")
    assert [ask.rule for _, ask in game.asks] == ["t.more"]
    game.answer("0", "b")
    assert game.ask.rule == "t.after"


def test_a_together_of_nobody_goes_on() -> None:
    class Quiet(Bidding):
        def step(self, battle: Battle[Pot]) -> Rule[None] | None:
            return nobody(battle)

    async def silent() -> int:
        return 3

    async def nobody(battle: Battle[Pot]) -> None:
        battle.state.pot = sum(await Together([silent(), silent()]))
        await Choose("a", "t.go", "go?", ["yes"])

    game: Game[Pot] = Game.start(Quiet(), {}, 1)
    assert game.state.pot == 6
    assert game.ask.rule == "t.go"


# ---- imagining


def test_others_unopened_answers_are_withdrawn() -> None:
    game, other = fresh(1), fresh(1)
    game.answer(("watch", "ogres"), "blue")
    game.answer(2, "blue")
    assert [ask.rule for _, ask in game.asks] == ["toy.cards"]
    red, blue = game.imagine("red", 4), game.imagine("blue", 4)
    assert [(ask.side, ask.rule) for _, ask in red.asks] == [("red", "toy.cards"), ("blue", "toy.cards")]
    assert [(ask.side, ask.rule) for _, ask in blue.asks] == [("red", "toy.cards")]
    assert red.hash() == other.imagine("red", 4).hash()
    assert [ask.rule for _, ask in red.copy().asks] == ["toy.cards", "toy.cards"]


@pytest.mark.parametrize("answers", range(4, 24, 2))
def test_nobody_can_tell_two_truths_apart(answers: int) -> None:
    """Same view, other secrets: the imagined worlds are the same, and go on the same."""
    game = played(2, answers)
    for side, other in (("red", "blue"), ("blue", "red")):
        twin = game.copy()
        if len(twin.state.rows[other]) < 2 or not twin.ask:
            continue
        twin.marks[-1].state.rows[other].reverse()  # another truth, under the same view
        one, two = game.imagine(side, 7), twin.imagine(side, 7)
        assert one.hash() == two.hash()
        deep = one.copy()
        ends = [played(3, game=each) for each in (one, two, deep)]
        assert len({end.hash() for end in ends}) == 1
        twin.marks[-1].state.rows[other].reverse()


def test_imagined_dice_are_others() -> None:
    game = until(fresh(2), "toy.order")
    ends = {played(1, game=game.imagine("red", seed)).hash() for seed in range(12)}
    assert len(ends) > 6
    assert game.imagine("red", 1).hash() == game.view("red").imagine(1).hash()


# ---- when a rule breaks


def test_a_rule_that_breaks_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = until(fresh(6), "toy.order")
    before, sheet, told = game.hash(), game.ask.sheet(), list(game.battle.events or [])

    async def broken(battle: Battle[State], *_: Any) -> None:
        battle.state.round = 77
        battle.dice.roll(6, "oops")
        raise KeyError("oops")

    with monkeypatch.context() as patch:
        patch.setattr(skirmish, "advance", broken)
        with pytest.raises(RuleBug, match=r"KeyError: 'oops', after .*toy\.order"):
            game.answer("advance")
    assert (game.hash(), game.ask.sheet(), game.battle.events) == (before, sheet, told)
    assert len(game.trail) == len(game.entries)
    game.answer("advance")
    assert game.ask.rule == "toy.move"


def test_steps_without_a_question_go_on_but_not_for_ever() -> None:
    class Counting(Bidding):
        def step(self, battle: Battle[Pot]) -> Rule[None] | None:
            return None if battle.state.pot >= self.goal else count(battle)

        def verdict(self, state: Pot) -> Result:
            return Result((), f"{state.pot} is enough")

    async def count(battle: Battle[Pot]) -> None:
        battle.state.pot += battle.dice.roll(1, "one")

    Counting.goal = 500
    game: Game[Pot] = Game.start(Counting(), {}, 1)
    assert game.ask is None
    assert game.result == Result((), "500 is enough")
    assert [mark.state.pot for mark in game.marks] == [0, 500]  # the first, and the last before somebody could be asked
    assert game.copy().hash() == game.hash()
    Counting.goal = 10**9
    with pytest.raises(RuleBug, match="without a question"):
        Game.start(Counting(), {}, 1, keep="last")


# ---- ends


def test_conceding_ends_the_battle_and_can_be_taken_back() -> None:
    game = until(fresh(2), "toy.order")
    sheet = game.ask.sheet()
    game.concede("red")
    assert game.ask is None
    assert game.result.winner == "blue"
    assert game.result.rule == "engine.concede"
    assert game.result.why == "red concedes"
    assert game.verdict.why == f"{ref('red')} concedes"  # whoever shows it puts the name there
    assert game.copy().result == game.result
    with pytest.raises(Refusal, match="over"):
        game.concede("blue")
    game.undo()
    assert game.result is None
    assert game.ask.sheet() == sheet
    with pytest.raises(Refusal, match="'green' is not a side"):
        game.concede("green")
    assert Concede("red") not in game.entries


def test_all_must_agree() -> None:
    game = until(fresh(2), "toy.order")
    game.agree("red")
    assert game.result is None
    game.answer("cover")
    for each in (game, game.copy(), game.copy().copy(), game.imagine("red", 3)):
        if each is not game:
            each.agree("blue")
            assert each.result.rule == "engine.agree"
    game.undo()
    game.agree("blue")
    assert game.result.why == "all agree to end: who is left"
    assert game.result.points == SYSTEM.verdict(game.state).points
    game.undo(2)
    game.agree("blue")
    assert game.result is None  # red's consent was taken back
    assert game.entries[-1] == Agree("blue")


def test_the_story_and_the_verdict() -> None:
    game = played(3)
    assert {type(e).__name__ for e in game.view("red").events} >= {"Activated", "Draw"}
    assert game.view("red").result == game.result
    assert all(e.tell() for e in game.battle.events or [] if hasattr(e, "tell"))
    assert game.result.tell().split(":")[0] in ("red wins", "blue wins", "A draw")
