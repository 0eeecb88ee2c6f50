/** The frame of every page that is not the table. */

import type { ReactNode } from "react";
import { Link } from "../router";
import { ThemeButton } from "../ui/ThemeButton";

export function Page({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="topbar">
        <Link href="/" className="brand">
          Little Wars
        </Link>
        <span className="grow" />
        <Link href="/rules" className="chip">
          Rules
        </Link>
        <Link href="/roster" className="chip">
          Rosters
        </Link>
        <Link href="/replay" className="chip">
          Replay
        </Link>
        <ThemeButton />
      </header>
      <main className="page">{children}</main>
    </>
  );
}
