/** A file as people write it: a name with an ending that files of text have. */
export const PATH =
  /(?<![\w/.:@])((?:\.{0,2}\/)?(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:csv|tsv|txt|md|json|jsonl|ya?ml|html?|xml|log|tex|ini|toml|sql|rst|svg))(?![\w/])/i;
