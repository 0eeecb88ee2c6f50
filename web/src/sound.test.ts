import { expect, test } from "vitest";
import { settings } from "./settings";
import { hasRoom, loudness, noiseOf } from "./sound";

test("nothing is heard until somebody wants it, and less when things happen fast", () => {
  settings.patch({ sound: false, volume: 80, speed: "normal" });
  expect(loudness()).toBe(0);
  settings.patch({ sound: true });
  expect(loudness()).toBeCloseTo(0.8);
  settings.patch({ speed: "fast" });
  expect(loudness()).toBeCloseTo(0.2);
  settings.patch({ volume: 0 });
  expect(loudness()).toBe(0);
});

test("a volley is heard as one", () => {
  const heard = Array.from({ length: 20 }, () => hasRoom(1000)).filter(Boolean);
  expect(heard.length).toBe(6);
  expect(hasRoom(1200)).toBe(true);
});

test("what is seen is heard", () => {
  expect(noiseOf({ type: "struck" })).toBe("shot");
  expect(noiseOf({ type: "felt" })).toBe(null);
});
