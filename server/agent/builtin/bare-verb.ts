const WITH_E =
  /(?:[^aeiou][aeiou](?:t|v|s|z|c|g|k|d|r|m|b|p|l)|(?:at|iz|is|ys|uc|rg|ng|rs|rv|ls|iv|av|ov|ut|ot|it|ur|ir|dg|bl|pl|tl))$/;
const NO_E =
  /(?:e[aeiou]|oo|ea|ou|ai|ee|oi|au)[a-z]$|(?:[aeiou][^aeiou]{2,})$|(?:it|er|en|on|el|ow|ew|ay|ey|oy|ix|ax|ex)$/;

/** The verb whose -ing form has this stem: "writ" is "write", "order" is "order", "runn" is "run". */
export function bareVerb(stem: string): string {
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  if (/(?:oos|aus|eas|eav|iev|eiv|eiz|eez|aiz|unc|anc|enc|oic|ov|ur)$/.test(stem) && stem !== "occur")
    return `${stem}e`;
  if (/(?:writ|edit)$/.test(stem)) return stem.endsWith("writ") ? `${stem}e` : stem;
  if (NO_E.test(stem)) return stem;
  return WITH_E.test(stem) ? `${stem}e` : stem;
}
