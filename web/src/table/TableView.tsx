/** The table: drawing, camera, pointer and keys. */

import {
  type KeyboardEvent,
  memo,
  type PointerEvent as ReactPointer,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useHeld, useToggled } from "../asks/held";
import { InteractionContext } from "../asks/interaction";
import { lookAt } from "../geometry";
import { calm } from "../settings";
import { partyOf, sideNumber } from "../show";
import type { Play, Scene } from "../stage";
import { type Store, useSlice } from "../store";
import type { Show } from "../wire";
import { Bodies } from "./Bodies";
import type { Camera } from "./camera";
import { DicePop } from "./DicePop";
import { EdgeArrows } from "./EdgeArrows";
import { Effects, underWay } from "./Effects";
import { Remains } from "./Fallen";
import { Figures } from "./Figures";
import { GroundLayer, GroundView, Patterns } from "./Ground";
import { GroundCanvas } from "./GroundCanvas";
import { Gestures } from "./gestures";
import { Labels } from "./Labels";
import { Loupe } from "./Loupe";
import { MiniMap } from "./MiniMap";
import { Overlay } from "./Overlay";
import { PointingContext } from "./pointer";
import { Tip } from "./Tip";

export interface TableProps {
  scene: Store<Scene>;
  camera: Camera;
  blind: boolean;
  /** The side at the bottom: whose seat it is; "" for those who watch. */
  own?: string;
  select: (figure: string) => void;
}

const PAN = 60;

export const TableView = memo(function TableView({ scene, camera, blind, own = "", select }: TableProps) {
  const show = useSlice(scene, (now) => now.show);
  lookAt(show, isFar(show, own)); // before anything is drawn
  const play = useSlice(scene, (now) => now.play);
  const interaction = useContext(InteractionContext);
  const pointing = useContext(PointingContext);
  const tool = useSlice(pointing, (now) => now.tool);
  const svg = useRef<SVGSVGElement>(null);
  const world = useRef<SVGGElement>(null);
  const measures = useRef(show.measures);
  measures.current = show.measures && !blind;
  const gestures = useMemo(
    () => new Gestures(camera, interaction, pointing, select, () => measures.current),
    [camera, interaction, pointing, select],
  );
  const [zoom, setZoom] = useState(0.16);
  const hidden = useMemo(() => underWay(play), [play]);
  useFollowing(scene, camera);
  const seeGround = useHeld("g");
  const noFallen = useToggled("k");

  useEffect(() => {
    const box = svg.current!;
    camera.attach(box, world.current);
    // only in steps: names are laid out anew, nothing else
    camera.onMove = () => setZoom(Math.exp(Math.floor(Math.log(camera.zoom) * 8) / 8));
    camera.look(show.size);
    const watch = new ResizeObserver(() => camera.resized());
    watch.observe(box);
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (gestures.wheel(event)) return;
      camera.zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0014)), event.clientX, event.clientY);
    };
    box.addEventListener("wheel", wheel, { passive: false });
    return () => {
      watch.disconnect();
      box.removeEventListener("wheel", wheel);
    };
  }, [camera, gestures, show.size]);

  const over = (event: ReactPointer): void => {
    if (event.pointerType !== "mouse") return;
    const figure = (event.target as Element).closest<SVGElement>("[data-figure]")?.dataset.figure ?? "";
    if (figure !== pointing.get().hover) pointing.patch({ hover: figure });
  };

  const keys = (event: KeyboardEvent): void => {
    const figure = (event.target as Element).closest<SVGElement>("[data-figure]")?.dataset.figure ?? "";
    const { key } = event;
    if (figure && (key === " " || (key === "Enter" && !interaction.get().armed)) && interaction.get().pick.has(figure))
      gestures.click(figure);
    else if (
      !event.ctrlKey &&
      !event.metaKey &&
      interaction.get().onKey?.(interaction.get().grips.has(figure) ? figure : "", key, event.shiftKey)
    ) {
      // the decision took it
    } else if (key === "ArrowLeft") camera.panBy(PAN, 0);
    else if (key === "ArrowRight") camera.panBy(-PAN, 0);
    else if (key === "ArrowUp") camera.panBy(0, PAN);
    else if (key === "ArrowDown") camera.panBy(0, -PAN);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const focus = (event: { target: EventTarget }): void => {
    const figure = (event.target as Element).closest<SVGElement>("[data-figure]")?.dataset.figure ?? "";
    if (!figure || !(event.target as Element).matches(":focus-visible")) return;
    pointing.patch({ hover: figure });
    interaction.get().onGrip?.(figure);
  };

  return (
    <>
      <div className="table-box">
        <StillCanvas scene={scene} camera={camera} blind={blind} turned={isFar(show, own)} />
        <svg
          ref={svg}
          className={`table tool-${tool}`}
          data-cloth={show.cloth ?? ""}
          role="group"
          aria-label={`The table: ${show.title}`}
          tabIndex={0}
          onPointerDown={(event) => gestures.press(event.nativeEvent)}
          onPointerMove={(event) => gestures.move(event.nativeEvent)}
          onPointerUp={(event) => gestures.lift(event.nativeEvent)}
          onPointerCancel={(event) => gestures.cancel(event.nativeEvent)}
          onPointerOver={over}
          onPointerLeave={() => pointing.get().hover && pointing.patch({ hover: "" })}
          onKeyDown={keys}
          onFocus={focus}
          onBlur={() => pointing.get().hover && pointing.patch({ hover: "" })}
        >
          <Patterns />
          <Bodies show={show} />

          <g ref={world} className={`world turn-s${sideNumber(show, show.tracker.side ?? "")}`}>
            <g id="table-world">
              <StillGround scene={scene} turned={isFar(show, own)} />
              {seeGround && <GroundView show={show} />}
              <Remains scene={scene} hidden={noFallen} />
              <Figures show={show} hidden={hidden} />
              <Overlay show={show} blind={blind} />
              <Labels
                show={show}
                hidden={hidden}
                zoom={zoom}
                measures={show.measures && !blind}
                sights={!blind || !show.measures}
                felt={feltBy(show, play)}
              />
              <Effects show={show} play={play} />
            </g>
          </g>
        </svg>
        <Tip show={show} camera={camera} />
        <MiniMap show={show} camera={camera} />
        <EdgeArrows show={show} camera={camera} />
        <Loupe show={show} camera={camera} />
      </div>
      <DicePop play={play} />
    </>
  );
});

const NOTHING_FELT: ReadonlyMap<string, boolean> = new Map();

/** Units over which something comes just now: is it good? Their banners show it. */
function feltBy(show: Show, play: Play | null): ReadonlyMap<string, boolean> {
  const felt = (play?.seen ?? []).flatMap((seen) =>
    seen.type === "felt" ? [[show.figures[seen.who]?.unit ?? seen.who, seen.good] as const] : [],
  );
  return felt.length ? new Map(felt) : NOTHING_FELT;
}

/** Has this side the far edge? The table is turned for it. */
const isFar = (show: Show, own: string): boolean => {
  const edge = partyOf(show, own)?.edge;
  return typeof edge === "number" && Math.cos((edge * Math.PI) / 18000) > 0.5;
};

/** What lies over the ground is drawn anew only when it changes, not with every step of a figure. */
function StillGround({ scene, turned }: { scene: Store<Scene>; turned: boolean }) {
  const { size, unit, factor, ground, zones, markers, parties } = useSlice(scene, (now) => now.show);
  const still = useMemo(
    () => ({ size, ground: ground ?? [], zones: zones ?? [], markers: markers ?? [], parties }),
    [size, ground, zones, markers, parties],
  );
  const sight = useMemo(() => ({ size, unit, factor: factor ?? 1, turned }), [size, unit, factor, turned]);
  return <GroundLayer show={still} sight={sight} />;
}

/** The picture of the ground; without a grid where nothing may be measured. */
function StillCanvas({
  scene,
  camera,
  blind,
  turned,
}: {
  scene: Store<Scene>;
  camera: Camera;
  blind: boolean;
  turned: boolean;
}) {
  const { size, unit, factor, ground, cloth, measures } = useSlice(scene, (now) => now.show);
  const still = useMemo(
    () => ({ size, unit, factor: factor ?? 1, ground: ground ?? [], cloth: cloth ?? "" }),
    [size, unit, factor, ground, cloth],
  );
  return <GroundCanvas still={still} scene={scene} camera={camera} turned={turned} grid={measures && !blind} />;
}

/** What happens out of sight is brought into view. */
function useFollowing(scene: Store<Scene>, camera: Camera): void {
  const play = useSlice(scene, (now) => now.play);
  useEffect(() => {
    const seen = play?.seen[0];
    if (!seen) return;
    const { figures, units } = scene.get().show;
    const who =
      seen.type === "burst"
        ? ""
        : seen.type === "felt" || seen.type === "saved"
          ? seen.who
          : seen.type === "struck"
            ? seen.target
            : seen.figure;
    const at = seen.type === "burst" ? seen.at : (figures[who] ?? figures[units[who]?.figures[0] ?? ""])?.at;
    if (at) camera.follow(at, calm());
  }, [play, scene, camera]);
}
