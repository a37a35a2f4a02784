import { config } from "zod";

// The page's security policy refuses code from text, which zod would otherwise try.
config({ jitless: true });
