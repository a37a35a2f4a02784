import styles from "./nav.module.css";

export function Logo() {
  return (
    <svg className={styles["logo"]} viewBox="0 0 32 32" width="20" height="20" aria-hidden>
      <rect width="32" height="32" rx="9" />
      <path d="M7 23.5h5.5v-6H18v-6h6" />
      <circle cx="24" cy="11.5" r="3" />
    </svg>
  );
}
