/** Sounds, made and not recorded: a tap of wood, dice, shots, blasts, a fall, two notes when one is wanted. Off until wanted. */

import { settings } from "./settings";
import type { Seen } from "./wire";

export type Noise = "place" | "dice" | "shot" | "blast" | "fell" | "turn" | "stop";

const QUIETER = 0.25; // −12 dB, when things happen fast
const MOST_AT_ONCE = 6; // in so many milliseconds' time nobody hears more
const SPAN = 90;

let desk: AudioContext | null = null;
let lately: number[] = [];

function context(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  desk ??= new AudioContext();
  if (desk.state === "suspended") void desk.resume();
  return desk;
}

/** A tone that begins loud and dies away. */
function tone(
  to: AudioContext,
  out: AudioNode,
  hertz: number,
  at: number,
  seconds: number,
  shape: OscillatorType = "sine",
): void {
  const source = to.createOscillator();
  const loud = to.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(hertz, at);
  loud.gain.setValueAtTime(0.9, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(loud).connect(out);
  source.start(at);
  source.stop(at + seconds);
}

/** A burst of noise through a filter. */
function burst(to: AudioContext, out: AudioNode, kind: BiquadFilterType, hertz: number, at: number, seconds: number): void {
  const length = Math.max(1, Math.round(to.sampleRate * seconds));
  const buffer = to.createBuffer(1, length, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = to.createBufferSource();
  const filter = to.createBiquadFilter();
  source.buffer = buffer;
  filter.type = kind;
  filter.frequency.value = hertz;
  source.connect(filter).connect(out);
  source.start(at);
}

const RECIPES: Record<Noise, (to: AudioContext, out: AudioNode, at: number) => void> = {
  place: (to, out, at) => tone(to, out, 90, at, 0.06, "triangle"),
  dice: (to, out, at) => {
    for (let i = 0; i < 4; i++) burst(to, out, "bandpass", 2400, at + i * 0.07, 0.035);
  },
  shot: (to, out, at) => burst(to, out, "highpass", 900, at, 0.05),
  blast: (to, out, at) => burst(to, out, "lowpass", 420, at, 0.55),
  fell: (to, out, at) => tone(to, out, 62, at, 0.22),
  turn: (to, out, at) => {
    tone(to, out, 523, at, 0.18);
    tone(to, out, 784, at + 0.14, 0.28);
  },
  stop: (to, out, at) => tone(to, out, 330, at, 0.3),
};

/** How loud it is now: 0 where nobody wants to hear anything. */
export function loudness(): number {
  const { sound, volume, speed } = settings.get();
  return sound ? (volume / 100) * (speed === "fast" || speed === "instant" ? QUIETER : 1) : 0;
}

/** Is there room for one more? A volley is heard as one. */
export function hasRoom(now: number): boolean {
  lately = lately.filter((at) => now - at < SPAN);
  if (lately.length >= MOST_AT_ONCE) return false;
  lately.push(now);
  return true;
}

export function play(noise: Noise): void {
  const loud = loudness();
  if (!loud || !hasRoom(performance.now())) return;
  const to = context();
  if (!to) return;
  const out = to.createGain();
  out.gain.value = loud * 0.6;
  out.connect(to.destination);
  RECIPES[noise](to, out, to.currentTime + 0.01);
}

/** What is seen is heard, too. */
export function noiseOf(seen: Pick<Seen, "type">): Noise | null {
  switch (seen.type) {
    case "struck":
      return "shot";
    case "burst":
      return "blast";
    case "fell":
      return "fell";
    case "went":
      return "place";
    default:
      return null;
  }
}
