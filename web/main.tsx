import "./no-eval.ts";
import "./tokens.css";
import "./base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { BrokenPage } from "./broken-page.tsx";

const place = document.getElementById("root");
if (!place) throw new Error('The page has no element "root".');
const root = createRoot(place, {
  onUncaughtError: (error) => {
    console.error(error);
    // React has taken the page down by now; the next render starts afresh.
    queueMicrotask(() => root.render(<BrokenPage />));
  },
});
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);
