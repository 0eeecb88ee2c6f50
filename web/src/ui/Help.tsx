/** The keys. */

import { Dialog } from "./Dialog";

const KEYS: readonly [string, string][] = [
  ["1 – 9", "Choose an option; with odds, look first and confirm"],
  ["Enter", "Confirm"],
  ["Esc", "Reset what you are doing"],
  ["U", "Suggest an answer: change it, or confirm it with Enter"],
  ["Tab", "Next button, or next figure that can be moved or picked"],
  ["T D", "To the table and its figures, back to the decision"],
  ["Drag", "Move what is in hand; whoever may be picked to act is picked by dragging it"],
  ["Arrows", "Move what is in hand by 1″, with Shift by ¼″; otherwise the view, when the table has the focus"],
  ["Q E", "Turn by 15°, with Shift by 3°"],
  ["F", "The whole unit, or single figures (or hold Shift while dragging)"],
  ["W", "The way of a single figure goes over the point where it ends now: drag on from there"],
  ["Click twice", "Once shows, twice does: an enemy is aimed at, then attacked"],
  ["Alt + click", "In an order: aim at this figure alone, not at its unit"],
  ["Shift + wheel", "Turn what is in hand; without Shift while it is dragged"],
  [". ,", "Next or previous figure, with its ranges"],
  ["> <", "Look at the next or previous enemy from it"],
  ["Shift", "While it is held in a move: the ground within reach"],
  ["M", "Ruler, where the rules let you measure"],
  ["G", "Hold to see what the ground does: barred, slow, cover"],
  ["K", "Hide the fallen, or show them"],
  ["+ − 0", "Nearer, farther, the whole table"],
  ["Ctrl + arrows", "Move the view"],
  ["Space", "Hold to skip what is being shown"],
  ["Z X C V", "How a unit goes, in an order"],
  ["[ ]", "A narrower or wider front; with the right mouse button it is drawn from flank to flank"],
  ["S", "Sound"],
  ["Ctrl Z", "Take back"],
  ["?", "This list"],
];

export function Help({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl className="help-keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <button type="button" className="main" onClick={close} autoFocus>
          Back to the table
        </button>
      </div>
    </Dialog>
  );
}
