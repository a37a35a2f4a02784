export const EXPORT_FORMATS = ["json", "markdown", "mermaid"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
