declare module "html-encoding-sniffer" {
  type Options = { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string };
  /** The name of the encoding, as the Encoding Standard spells it. */
  export default function sniffEncoding(bytes: Uint8Array, options?: Options): string;
}
