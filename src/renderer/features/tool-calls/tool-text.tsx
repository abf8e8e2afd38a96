import './tool-card.css'
/** What a tool was given or gave, as it is. */
export function ToolText({ label, text }: { label: string; text: string }) {
  return (
    <div className="tool-text" data-slot="tool-text">
      <span className="tool-label" data-slot="tool-label">
        {label}
      </span>
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  )
}
