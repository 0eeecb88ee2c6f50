"""Suppression fire: laid, resolved, kept and shrinking (defiance.suppression.*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from littlewars.engine import Battle, Choose, ChooseSome, Mod, Option, Place, Refusal, Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.engine.showing import Touch
from littlewars.table.facing import step_to
from littlewars.table.shapes.bases import centre2

from ..basics.consequences import CONSEQUENCES
from ..basics.events import Fired, TemplateGone, TemplateLaid
from ..basics.fire_action import Shot
from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.rolls import tally
from ..basics.scale import format_length
from ..basics.sight import away, sees_many
from ..basics.state import Figure, Rect, State, Template, Unit
from ..fire.damage import DamageDone, roll, settle
from ..fire.shots import lof_mods, terrain_mod
from ..fire.stoppage import HIGH_RATE, SUPPRESSING, TORRENTIAL, note_shot, risk, works
from ..fire.targets import is_aimed
from ..units.chits import spend_on_die
from ..units.guns import note_gun
from ..units.morale import try_nerve
from ..units.pairs import is_plugged_in, note_served
from .aim import SuppressionAim, aims, bonus_of, contributed_rate, find_aims, length_of, line_for, line_number, line_of
from .area import MOST, WIDTH, fringes, hang_together, in_fringe, in_template, middle_of, refuse_piece, usual_pieces

TEMPLATE_LOF, FRINGE_LOF, MOVING_LOF = -3, -5, -5  # defiance.ranged.lof-table, defiance.suppression.moving-lof
RULE = "defiance.suppression.template-placement"
ENDS = {
    "front": "at one end",
    "back": "at the other end",
    "first front": "at one end of the first piece",
    "first back": "at the other end of the first piece",
}
SEVERAL = "; the pieces must touch, and you move each of them"
PIECES = ("template", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

# ---- laying a template


async def declare(battle: Battle[State], unit: Unit, figures: Sequence[Figure], slot: str) -> SuppressionAim | None:
    """Whom the order is against, and so who fires: the contributors (defiance.suppression.target-unit)."""
    return await _choose_aim(unit, aims(battle, unit, figures, slot))


async def lay(
    battle: Battle[State], unit: Unit, figures: Sequence[Figure], slot: str, declared: SuppressionAim
) -> Template | None:
    """Sized first, then placed on the nearest figure of the target unit (defiance.orders.primary-suppression)."""
    state = battle.state
    aim = await _aim_now(battle, unit, figures, slot, declared)
    if aim is None:
        return None
    guns = {figure.id: gun for figure in aim.contributors if (gun := line_for(figure, slot))}
    high = await _rates(battle, unit, {name: line for name, (_, line) in guns.items()})
    torrential = state.sides[unit.side].torrential and await _torrential(unit)
    length = length_of([line for _, line in guns.values()], [name in high for name in guns], torrential)
    lengths = await _divide(state, unit, length) if torrential else [length]
    pieces = await _place(battle, unit, aim, lengths)
    template = Template(
        id=f"template-{state.next_id}",
        unit=unit.id,
        firer=aim.firer.id,
        target=aim.target.unit,
        pieces=pieces,
        contributors=list(guns),
        arms={name: arm for name, (arm, _) in guns.items()},
        lines=_lines(state, guns),
        high=high,
        torrential=torrential,
        aimed=is_aimed(aim.firer, aim.target),
    )
    state.next_id += 1
    state.templates.append(template)
    battle.record(TemplateLaid(unit=unit.id, at=middle_of(template), length=length))
    return template


def _lines(state: State, guns: dict[str, tuple[int, Weapon]]) -> dict[str, int]:
    """Of combination weapons the lines that are fired: they stay these while the template lies."""
    found = {name: (state.figures[name].arms[arm].weapon.lines, line) for name, (arm, line) in guns.items()}
    return {name: lines.index(line) for name, (lines, line) in found.items() if len(lines) > 1}


async def _aim_now(
    battle: Battle[State], unit: Unit, figures: Sequence[Figure], slot: str, declared: SuppressionAim
) -> SuppressionAim | None:
    """The declared aim after covering fire: the same firing figure at the same target if both are left, else the nearest pair
    within that unit."""
    found = find_aims(battle, figures, slot, declared.target.unit)
    same = [aim for aim in found if aim.firer is declared.firer and aim.target is declared.target]
    return same[0] if same else await _choose_aim(unit, found)


async def _choose_aim(unit: Unit, found: list[SuppressionAim]) -> SuppressionAim | None:
    """The target, and of firing figures equally near to it one: the active player breaks ties
    (defiance.suppression.target-unit)."""
    rule = "defiance.suppression.target-unit"
    found = await _pick(unit, rule, "Which of them is suppressed?", found, lambda aim: aim.target)
    found = await _pick(unit, rule, "Who is the firing figure?", found, lambda aim: aim.firer)
    return found[0] if found else None


async def _pick(
    unit: Unit, rule: str, prompt: str, found: list[SuppressionAim], who: Callable[[SuppressionAim], Figure]
) -> list[SuppressionAim]:
    """Those of them that are about one figure, which the owner chooses if there are several."""
    figures = {who(aim).id: who(aim) for aim in found}
    if len(figures) < 2:
        return found
    options = [Option(f.id, ref(f.id), of=(f.id,), at=f.at, means="act") for f in figures.values()]
    name = await Choose(unit.side, rule, prompt, options).about(*unit.figures, unit=unit.id, topic="aim")
    return [aim for aim in found if who(aim).id == name]


async def _rates(battle: Battle[State], unit: Unit, lines: dict[str, Weapon]) -> list[str]:
    """Which split weapons contribute at their higher rate: their owner says; one alone with a single shot must
    (defiance.suppression.split-fr)."""
    split = [name for name, line in lines.items() if line.high]
    if not split or (len(lines) == 1 and lines[split[0]].rate < 2):
        return split
    about = "It counts with the higher rate for the length, and stops on a 9 or more instead of an 11."
    figures = [battle.state.figures[name] for name in split]
    options = [
        Option(f.id, f"{ref(f.id)}: {lines[f.id].high} instead of {lines[f.id].rate}", of=(f.id,), about=about, means="act")
        for f in figures
    ]
    prompt = f"{ref(unit.id)}: who fires at the higher rate?"
    ask = ChooseSome(unit.side, "defiance.suppression.split-fr", prompt, options)
    chosen = await ask.about(*split, unit=unit.id, topic="plan")
    return [name for name in split if name in chosen]


async def _torrential(unit: Unit) -> bool:
    who = tuple(unit.figures)
    twice = "Twice the length; afterwards each weapon stops on a 10 or more."
    options = (
        Option("normal", "Suppression", of=who, about="Afterwards each weapon stops on an 11 or more.", means="act"),
        Option("torrential", "Torrential fire", of=who, about=twice, means="act"),
    )
    ask = Choose(unit.side, "defiance.suppression.torrential-availability", f"{ref(unit.id)} suppresses", options)
    return await ask.about(*who, unit=unit.id, topic="plan") != "normal"


async def _divide(state: State, unit: Unit, length: int) -> list[int]:
    """Into which pieces torrential fire is laid, in whole inches: its owner says
    (defiance.suppression.torrential-placement)."""
    ways = {" + ".join(str(inches) for inches in way): way for way in divisions(length // INCH)}
    scale = state.settings.scale
    labels = {name: " and ".join(format_length(inches * INCH, scale) for inches in way) for name, way in ways.items()}
    options = [Option(name, label, of=tuple(unit.figures), means="act") for name, label in labels.items()]
    prompt = f"{ref(unit.id)}: {format_length(length, scale)} of torrential fire, in which pieces?"
    ask = Choose(unit.side, "defiance.suppression.torrential-placement", prompt, options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="plan")
    return [inches * INCH for inches in ways[chosen]]


def divisions(inches: int, most: int = MOST // INCH) -> list[list[int]]:
    """Every way to divide so many inches into pieces of at most so many, the long ones first.

    >>> divisions(4, 2)
    [[2, 2], [2, 1, 1], [1, 1, 1, 1]]
    """
    if not inches:
        return [[]]
    return [[one, *rest] for one in range(min(inches, most), 0, -1) for rest in divisions(inches - one, one)]


def _pieces(spots: Spots, lengths: dict[str, int]) -> list[Rect]:
    return [Rect(*spot.at, spot.face % 36000, lengths[spot.what]) for spot in spots]


async def _place(battle: Battle[State], unit: Unit, aim: SuppressionAim, inches: Sequence[int]) -> list[Rect]:
    """The owner turns and shifts it as he likes (defiance.suppression.template-placement,
    defiance.suppression.torrential-placement)."""
    lengths = dict(zip(PIECES, inches, strict=False))
    pieces = usual_pieces(aim.firer, aim.target, list(lengths.values()))
    usual = [Spot(name, (piece.x, piece.y), piece.face) for name, piece in zip(lengths, pieces, strict=True)]

    def check(spots: Spots) -> Refusal | None:
        if {spot.what for spot in spots} != set(lengths):
            return Refusal(RULE, "every piece of the template is laid")
        if tuple(usual) == spots:
            return None
        return refuse_piece(aim.firer, aim.target, _pieces(spots, lengths))

    def meets(spots: Spots) -> list[Touch]:
        laid = Template("", unit.id, aim.firer.id, aim.target.unit, _pieces(spots, lengths), [aim.firer.id], {})
        there, edge = affected(battle, laid)
        return [*(Touch(one.id, "under the template") for one in there), *(Touch(one.id, "in its fringe") for one in edge)]

    things = {name: Shape("box", (long, WIDTH), of=(aim.firer.id,)) for name, long in lengths.items()}
    sizes = " and ".join(format_length(long, battle.state.settings.scale) for long in inches)
    prompt = f"Lay the template on {ref(aim.target.id)}: {sizes} long{SEVERAL if len(lengths) > 1 else ''}"
    ask = Place(
        unit.side,
        RULE,
        prompt,
        things,
        lambda: [tuple(usual)],
        check,
        turns=True,
        propose=lambda rng: tuple(
            Spot(s.what, (s.at[0] + rng.randint(-900, 900), s.at[1] + rng.randint(-900, 900)), rng.randrange(36000))
            for s in usual
        ),
        meets=meets,
    )
    return _pieces(await ask.about(aim.firer.id, unit=unit.id), lengths)


# ---- what it does


def shot_at(state: State, template: Template, figure: Figure, lof: int) -> Shot | None:
    """One die: by the nearest contributor's weapon and range, of sight only terrain counts (defiance.suppression.base-roll,
    defiance.orders.suppression-no-stationary-bonus, defiance.suppression.los-terrain-only, defiance.suppression.lof,
    defiance.suppression.effectors)."""
    near = min((state.figures[name] for name in template.contributors), key=lambda one: (away(one, figure), one.id))
    line = line_of(state, template, near.id)
    needed = line.needs(away(near, figure), template.aimed)
    if needed is None:
        return None  # beyond its range: only the test (defiance.suppression.max-range)
    name = "suppression" if lof == TEMPLATE_LOF else "fringe of suppression"
    mods = [
        *lof_mods(line, figure),
        Mod(name, lof, "defiance.ranged.lof-table"),
        Mod("further weapons", bonus_of(state, template), "defiance.suppression.contributor-bonus"),
        terrain_mod(state, near.at, figure),
    ]
    return Shot(near.id, template.arms[near.id], line, figure.id, 1, tally(needed, *mods), 0, name)


def affected(battle: Battle[State], template: Template) -> tuple[list[Figure], list[Figure]]:
    """Who touches the template and who its fringe, friend or foe, if the firing figure sees him
    (defiance.suppression.blocked-sight, defiance.suppression.friend-and-foe)."""
    state = battle.state
    everybody = [f for f in state.standing() if not f.level]
    swept = fringes(state, template)  # the template included
    near = [f for f in everybody if swept.near(f.at, f.reach)]
    there = [f for f in near if in_template(template, f)]
    edge = [f for f in near if in_fringe(state, template, f)]
    return _seen_in_order(battle, template, there), _seen_in_order(battle, template, edge)


def _seen_in_order(battle: Battle[State], template: Template, figures: list[Figure]) -> list[Figure]:
    """Those of them whom the firing figure sees, the nearest to the middle of the template first."""
    at, seen = middle_of(template), sees_many(battle, battle.state.figures[template.firer], figures)
    found = [figure for figure, is_seen in zip(figures, seen, strict=True) if is_seen]
    return sorted(found, key=lambda f: (centre2(at, f.at), f.id))


async def resolve(battle: Battle[State], template: Template, kept: bool = False) -> None:
    """Template, then fringe, then the stoppage rolls (defiance.suppression.fringe-damage, defiance.suppression.stoppage)."""
    state = battle.state
    if kept:
        template.aimed = template.aimed and _still_aimed(state, template)
        length = sum(piece.length for piece in template.pieces)
        battle.record(TemplateLaid(unit=template.unit, at=middle_of(template), length=length, kept=True))
    there, edge = affected(battle, template)
    spent: list[str] = []
    for figures, lof in ((there, TEMPLATE_LOF), (edge, FRINGE_LOF)):
        if template in state.templates:
            spent = await strike(battle, template, figures, lof, spent)
    for name in list(template.contributors) if template in state.templates else ():
        figure = state.figures[name]
        causes = [TORRENTIAL if template.torrential else SUPPRESSING, *([HIGH_RATE] if name in template.high else [])]
        arm, line = template.arms[name], line_number(state, template, name)
        risk(battle, figure, arm, *causes, line=line)
        note_shot(figure, arm, state.turn.number, line)
        note_served(state, figure, figure.arms[arm].weapon)
        note_gun(state, figure, figure.arms[arm].weapon)
    await CONSEQUENCES.serve(battle)


def _still_aimed(state: State, template: Template) -> bool:
    """Does the aim last with which it was laid? It ends with the activation after (defiance.orders.aim-duration)."""
    firer = state.figures[template.firer]
    return any(is_aimed(firer, enemy) for enemy in state.on_table(state.units[template.target]))


async def strike(
    battle: Battle[State], template: Template, figures: Sequence[Figure], lof: int, spent: Sequence[str] = ()
) -> list[str]:
    """A die for each, then everybody who is left tests once (defiance.suppression.one-die, defiance.suppression.morale).

    `spent`: contributors whose weapon has profited from a chit already; those of now are returned with them.
    """
    shots = [shot for figure in figures if (shot := shot_at(battle.state, template, figure, lof)) is not None]
    helped = await _spend_chits(battle, template, shots, spent)
    struck: list[DamageDone] = []
    for shot in shots:
        one = roll(battle, shot, shot.target in helped.values())
        struck.append(one)
        weapon, how = shot.line.name, shot.how
        battle.record(Fired(figure=shot.figure, target=shot.target, weapon=weapon, tally=shot.tally, hits=one.hits, how=how))
    damaged = await settle(battle, struck, tests=False)
    for figure in figures:
        await _nerve(battle, figure, figure.id in damaged)
    await CONSEQUENCES.serve(battle)
    return [*spent, *helped]


async def _spend_chits(
    battle: Battle[State], template: Template, shots: Sequence[Shot], spent: Sequence[str]
) -> dict[str, str]:
    """Each contributor may spend a chit on a die of the template, another for each (defiance.command.chit-damage).

    Who spends it, and the target whose die gets +1: one roll a weapon, one chit a roll (defiance.command.chit-one-per-roll).
    """
    helped: dict[str, str] = {}
    for name in [name for name in template.contributors if name not in spent]:
        left = [shot for shot in shots if shot.target not in helped.values()]
        if target := await spend_on_die(battle, battle.state.figures[name], "damage", left):
            helped[name] = target
    return helped


async def _nerve(battle: Battle[State], figure: Figure, damaged: bool) -> None:
    """One test because of suppression in an activation, however often it is struck
    (defiance.suppression.one-morale-test, defiance.suppression.fringe-morale)."""
    doing = battle.state.turn.doing
    if figure.gone or (doing is not None and figure.id in doing.tested):
        return
    if figure.frame.vehicle and not damaged and battle.state.settings.vehicles_test_only_for_damage:
        return
    if doing is not None:
        doing.tested.append(figure.id)
    await try_nerve(battle, figure, "suppression")


# ---- keeping, ending, shrinking


def own_templates(state: State, unit: Unit) -> list[Template]:
    """What this unit has laid."""
    return [template for template in state.templates if template.unit == unit.id]


def end(battle: Battle[State], template: Template) -> None:
    """It is taken off without any rolls (defiance.suppression.continue-end)."""
    battle.state.templates = [other for other in battle.state.templates if other.id != template.id]
    battle.record(TemplateGone(unit=template.unit))


def may_contribute(state: State, template: Template, name: str) -> bool:
    """Still able: alive, neither shaken nor stunned nor broken nor engaged, and its weapon works
    (defiance.suppression.contributors-lost)."""
    figure, arm = state.figures[name], template.arms[name]
    if figure.gone or figure.shaken or figure.stunned or figure.locked:
        return False
    if figure.unit != template.unit or state.units[figure.unit].broken:  # defiance.unit.reorganise-states
        return False
    if figure.stopped and not works(figure, arm, line_number(state, template, name)):
        return False
    weapon = figure.arms[arm].weapon
    return weapon.form != "powerpack" or is_plugged_in(state, figure, weapon)


def _lost(state: State, template: Template) -> list[str]:
    """Its contributors that can no longer contribute."""
    return [name for name in template.contributors if not may_contribute(state, template, name)]


def _reduced(state: State) -> list[Template]:
    """Templates some of whose contributors can no longer contribute."""
    return [template for template in state.templates if _lost(state, template)] if state.templates else []


@CONSEQUENCES.of(_reduced)
async def shrink(battle: Battle[State], template: Template) -> None:
    """A template shrinks with what its contributors can still do, or ends
    (defiance.suppression.contributors-lost, defiance.stoppage.template-removed)."""
    state, lost = battle.state, _lost(battle.state, template)
    template.contributors = [name for name in template.contributors if name not in lost]
    rates = [contributed_rate(state, template, name) for name in template.contributors]
    if max(rates, default=0) < 2 and len(rates) < 2:
        end(battle, template)
        return
    lines = [line_of(state, template, name) for name in template.contributors]
    high = [name in template.high for name in template.contributors]
    length = length_of(lines, high, template.torrential)
    before = sum(piece.length for piece in template.pieces)
    if template.firer in lost:
        near = middle_of(template)
        template.firer = min(template.contributors, key=lambda name: (centre2(state.figures[name].at, near), name))
    if length < before:
        await _cut(battle, template, length)
        battle.record(TemplateGone(unit=template.unit, length=length))


async def _cut(battle: Battle[State], template: Template, length: int) -> None:
    """It shrinks at the end that its owner chooses, but keeps its nearest target if it can
    (defiance.suppression.contributors-lost)."""
    state = battle.state
    left, target = _cuts(template.pieces, length), _nearest_under(state, template)
    keeping = [end_of for end_of in left if target and in_template(replace(template, pieces=left[end_of]), target)]
    options = [Option(end_of, ENDS[end_of], of=tuple(template.contributors), means="keep") for end_of in keeping or left]
    chosen = options[0].id
    if len(options) > 1:
        side, rule = state.units[template.unit].side, "defiance.suppression.contributors-lost"
        ask = Choose(side, rule, "The template shrinks", options)
        chosen = await ask.about(*template.contributors, unit=template.unit, topic="loss")
    template.pieces = left[chosen]


def _nearest_under(state: State, template: Template) -> Figure | None:
    """The figure of the target unit that touches the template nearest to the firing figure."""
    firer = state.figures[template.firer]
    there = [figure for figure in state.on_table(state.units[template.target]) if in_template(template, figure)]
    return min(there, key=lambda figure: (centre2(firer.at, figure.at), figure.id), default=None)


def _cuts(pieces: Sequence[Rect], length: int) -> dict[str, list[Rect]]:
    """What may be left: one piece is cut at either end; of several the last or the first, if they still hang together."""
    found = {end_of: _shorter(pieces, length, end_of) for end_of in ("front", "back")}
    if len(pieces) > 1:
        found |= {f"first {end_of}": _shorter(pieces[::-1], length, end_of)[::-1] for end_of in ("front", "back")}
        found = {end_of: left for end_of, left in found.items() if hang_together(left)} or found
    return found


def _shorter(pieces: Sequence[Rect], length: int, end_of: str) -> list[Rect]:
    """So much of these pieces: the last are taken off, and what is left of one is cut at this end."""
    kept = list(pieces)
    while sum(piece.length for piece in kept) > length:
        piece = kept.pop()
        rest = length - sum(other.length for other in kept)
        if rest > 0:
            face = piece.face + (18000 if end_of == "front" else 0)
            kept.append(Rect(*step_to((piece.x, piece.y), face, (piece.length - rest) // 2), piece.face, rest))
    return kept
