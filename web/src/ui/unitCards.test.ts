import { expect, test } from "vitest";
import { inShort } from "./UnitCards";

test("what many parts have to say is said once, and who they are where one points", () => {
  const line = (name: string, value: string) => ({ name, value, rule: "a.rule" });
  const lines = [line("leader", "lost"), line("antenna", "whole"), line("hold", "whole"), line("engine", "whole")];
  expect(inShort(lines)).toEqual([
    { line: lines[0], title: "" },
    { line: { name: "whole", value: "×3", rule: "a.rule" }, title: "antenna, hold, engine" },
  ]);
  expect(inShort(lines.slice(0, 3)).map(({ line: { name } }) => name)).toEqual(["leader", "antenna", "hold"]);
});
