import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { AppError } from "./errors.ts";

const CIPHER = "aes-256-gcm";
const FORM = "v1";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = "secret-key";

type Key = { id: string; bytes: Buffer };

/** Keeps secrets so that the database alone does not tell them. `rowId` binds a secret to its row. */
export type Sealing = {
  seal: (secret: string, rowId: string) => string;
  /** Throws, in words for the person who runs this server, when no key opens it. */
  open: (sealed: string, rowId: string) => string;
  /** The id of the key that it was sealed with. */
  keyIdOf: (sealed: string) => string;
  /** Whether that is the key that seals now. */
  isCurrent: (sealed: string) => boolean;
};

/**
 * Sealed with the first key of SECRET_KEY, opened with any of them. An embedded database without one has a
 * key of its own in the data folder, made when it is first needed.
 */
export function createSealing(config: Pick<Config, "secretKey" | "databaseUrl" | "dataDir">): Sealing {
  const named = config.secretKey?.split(",").map((text) => text.trim()) ?? [];
  const file = config.databaseUrl === null ? join(config.dataDir, KEY_FILE) : null;
  let known: Key[] | null = null;

  /** The first one seals. Worked out once, when a secret first comes. */
  function keys(mayMake: boolean): Key[] {
    if (known !== null && (known.length > 0 || !mayMake)) return known;
    const texts = [...named];
    if (file !== null) {
      if (texts.length === 0 && mayMake && !existsSync(file)) makeKeyFile(file, config.dataDir);
      if (existsSync(file)) texts.push(readFileSync(file, "utf8").trim());
    }
    const found = texts.filter((text) => text !== "").map(keyOf);
    known = found;
    return found;
  }

  return {
    keyIdOf,
    isCurrent: (sealed) => keyIdOf(sealed) === keys(false)[0]?.id,

    seal: (secret, rowId) => {
      const [key] = keys(true);
      if (!key) {
        throw new AppError(
          "unavailable",
          "Secrets cannot be kept, as this server has no SECRET_KEY. Set it to at least 32 characters, the same for every process, and start again.",
        );
      }
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(Buffer.from(rowId));
      const sealed = [iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
      return [FORM, key.id, Buffer.concat(sealed).toString("base64url")].join(".");
    },

    open: (sealed, rowId) => {
      const [form = "", keyId = "", content = ""] = sealed.split(".");
      const key = keys(false).find(({ id }) => id === keyId);
      if (form !== FORM || !key) {
        throw new AppError(
          "unavailable",
          `A secret was sealed with another key ("${keyId.slice(0, 20)}") than this server has. Put that key into SECRET_KEY again, behind the present one and a comma, or make the secret anew.`,
        );
      }
      const bytes = Buffer.from(content, "base64url");
      try {
        const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString("utf8");
      } catch (cause) {
        const detail = `The sealed secret of "${rowId}" was changed, or belongs to another row. Make the secret anew.`;
        throw new AppError("unavailable", detail, { cause });
      }
    },
  };
}

function keyIdOf(sealed: string): string {
  return sealed.split(".")[1] ?? "";
}

// Slow on purpose, as people make up keys; the id tells which key it is and nothing of it.
function keyOf(text: string): Key {
  const bytes = scryptSync(text, "stepwright sealing", KEY_BYTES);
  const id = createHmac("sha256", bytes).update("id").digest("hex").slice(0, 12);
  return { id, bytes };
}

function makeKeyFile(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const half = `${file}.new`;
  writeFileSync(half, `${randomBytes(KEY_BYTES).toString("base64url")}\n`, { mode: 0o600 });
  renameSync(half, file);
}
