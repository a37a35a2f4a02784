import type { Wording } from "./foreign-orders.ts";

const STEP = "(step \\d+|the (?:last|first) step)";
const FIELDS: [zh: string, ja: string, english: string][] = [
  ["审批|批准|确认|同意|许可", "承認|確認|許可", "$1 no longer needs my approval"],
  ["条件", "条件", "remove the condition from $1"],
  ["重试(?:次数)?", "再試行|リトライ", "no retries for $1"],
  [
    "(?:时间|超时)限制|超时|时限|期限",
    "(?:時間|実行)制限|制限時間|タイムアウト|期限",
    "remove the time limit from $1",
  ],
  ["依赖(?:关系)?", "依存(?:関係)?", "remove the dependencies of $1"],
];
const GO = "(?:删除|删掉|去掉|移除|取消|拿掉|去除)";
const whole = (pattern: string) => new RegExp(`^\\s*${pattern}\\s*$`, "u");

/** What a step has, taken away: the step itself stays. */
export const fieldsTakenZh: Wording[] = FIELDS.flatMap(([field, , english]): Wording[] => [
  [whole(`${GO}(?:了|掉)?\\s*${STEP}\\s*的?\\s*(?:${field})(?:步骤|环节|要求|设置)?(?:吧)?`), english],
  [
    whole(
      `(?:把|将)?\\s*${STEP}\\s*的?\\s*(?:${field})(?:步骤|环节|要求|设置)?\\s*(?:给)?${GO}(?:了|掉)?(?:吧)?`,
    ),
    english,
  ],
]);

export const fieldsTakenJa: Wording[] = FIELDS.map(
  ([, field, english]): Wording => [
    whole(
      `${STEP}\\s*の\\s*(?:${field})\\s*(?:設定|要求)?\\s*を\\s*(?:削除|消|取り除|取り消|外|除外|なく|やめ).*`,
    ),
    english,
  ],
);

const TITLES: [RegExp, string][] = [
  [
    /(重命名为|重命名成|改名为|改名成|改名叫|命名为|叫做|改为|改成)\s*([^。！；，,"\s][^。！；，,"]*)/gu,
    '$1"$2"',
  ],
  [
    /((?:添加|增加|加上?|插入)(?:一个)?(?:新)?(?:步骤|一步)[:：]?)\s*([^。！；，,"\s][^。！；，,"]*)/gu,
    '$1"$2"',
  ],
  [
    /((?:ステップ|手順|工程|番目?)\s*\d*(?:の(?:名前|タイトル|名称))?を)\s*([^。"]+?)\s*に(変更|変え|改名|リネーム)/gu,
    '$1"$2"に$3',
  ],
];

/** New titles in quotes, so that no rule reads their words. */
export function withAsianTitlesQuoted(text: string): string {
  return text.includes('"')
    ? text
    : TITLES.reduce((said, [pattern, quoted]) => said.replace(pattern, quoted), text);
}
