import { defineConfig } from "vite";

// The page is built into the Python package; in development the server on port 8000 answers.
export default defineConfig({
  build: {
    outDir: "../src/littlewars/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
