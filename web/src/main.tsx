/** Little Wars in a browser. The page knows no rulebook, only what the server tells. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./pages/Home";
import { Join } from "./pages/Join";
import { Page } from "./pages/Page";
import { Play } from "./pages/Play";
import { Replay } from "./pages/Replay";
import { Rosters } from "./pages/Rosters";
import { Rulebooks, Rules } from "./pages/Rules";
import { Link, useAddress } from "./router";
import { paint } from "./settings";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/small.css";
import "./styles/units.css";
import "./styles/decision.css";
import "./styles/story.css";
import "./styles/orders.css";
import "./styles/table.css";
import "./styles/figures.css";
import "./styles/overlay.css";
import "./styles/happening.css";
import "./styles/pages.css";
import "./styles/home.css";
import "./styles/library.css";

function App() {
  const { parts, hash } = useAddress();
  const [room = "", what = ""] = parts;
  if (!room) return <Home />;
  if (room === "join" && what && hash) return <Join key={what + hash} game={what} token={hash} />;
  if ((room === "play" || room === "join") && what) return <Play key={what + hash} game={what} hash={hash} watch={false} />;
  if (room === "watch" && what) return <Play key={`watch ${what}`} game={what} hash="" watch />;
  if (room === "replay") return <Replay key={what} game={what} at={Number(hash) || 0} />;
  if (room === "rules" && what) return <Rules key={what} system={what} rule={hash} />;
  if (room === "rules") return <Rulebooks />;
  if (room === "roster" || room === "rosters") return <Rosters />;
  return (
    <Page>
      <h1>Nothing here</h1>
      <p>
        <Link href="/">Back home</Link>
      </p>
    </Page>
  );
}

paint();
matchMedia("(prefers-color-scheme: light)").addEventListener("change", paint);
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
