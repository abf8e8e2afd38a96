import { t } from '../language/t'
import './markdown.css'

/** Text as it was written, with a sentence that says so. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="markdown-plain">
      <p className="markdown-plain-note" role="note">
        {t('markdown.plain.note')}
      </p>
      <p className="markdown-html">{text.trim()}</p>
    </div>
  )
}
