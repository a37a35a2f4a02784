import { Check } from "lucide-react";
import { Link } from "wouter";
import type { NoticeView } from "#server/core/notice-views.ts";
import { dateText, timeAgo } from "#web/durations.ts";
import controls from "#web/ui/controls.module.css";
import { LinkedRuns } from "#web/triggers/linked-runs.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { noticeLink, noticeTone } from "./notice-words.ts";
import styles from "./notices-page.module.css";

type NoticeRowProps = { notice: NoticeView; now: number; onRead: (noticeId: string) => void };

export function NoticeRow({ notice, now, onRead }: NoticeRowProps) {
  const { noticeId, title, text, agentName, agentSlug, count, lastAt, readAt, closedAt } = notice;
  const { href, label } = noticeLink(notice);
  const isUnread = readAt === null;
  return (
    <li data-unread={isUnread || undefined}>
      <ToneIcon tone={noticeTone(notice)} size={17} />
      <div className={styles["text"]}>
        <h2>
          {isUnread && <span className={controls["hidden"]}>Unread: </span>}
          {title}
        </h2>
        <p>
          <LinkedRuns text={text} />
        </p>
        <p className={styles["facts"]}>
          <Link href={`/agents/${agentSlug}`}>{agentName}</Link>
          <time dateTime={lastAt} title={dateText(lastAt)}>
            {timeAgo(lastAt, now)}
          </time>
          {count > 1 && <span>{count} times</span>}
          {closedAt !== null && <span>Resolved {timeAgo(closedAt, now)}</span>}
        </p>
      </div>
      <Link href={href} className={controls["button"]} onClick={() => isUnread && onRead(noticeId)}>
        {label}
      </Link>
      {isUnread ? (
        <button
          type="button"
          className={controls["iconButton"]}
          aria-label={`Mark “${title}” as read`}
          title="Mark as read"
          onClick={() => onRead(noticeId)}
        >
          <Check size={16} aria-hidden />
        </button>
      ) : (
        <span className={styles["noButton"]} />
      )}
    </li>
  );
}
