import styles from '../tool-card.module.css'
/** A tool's raw input or output. */
export function ToolText({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.toolText} data-slot="tool-text">
      <span className={styles.toolLabel} data-slot="tool-label">
        {label}
      </span>
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  )
}
