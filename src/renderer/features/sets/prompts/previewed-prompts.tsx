import type { PromptContent, PromptPreview } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { checkName } from '../common/set-words'
import styles from './prompt-mapping.module.css'

/** The first prompts of a file, and the rows that are not prompts. */
export function PreviewedPrompts({
  preview: { prompts, added, problems, skipped },
}: {
  preview: PromptPreview
}) {
  return (
    <>
      <h3 className={styles.label}>{t('sets.mapping.preview')}</h3>
      <ol className={styles.prompts}>
        {prompts.map((prompt, index) => {
          const key = index
          return (
            <li key={key}>
              <span className={styles.text}>{prompt.text}</span>
              <PromptDetails prompt={prompt} />
            </li>
          )
        })}
      </ol>
      {added > prompts.length && (
        <p className={styles.note}>{t('sets.mapping.more', { count: added - prompts.length })}</p>
      )}
      {skipped > 0 && (
        <>
          <h3 className={styles.label}>{t('sets.mapping.badRows')}</h3>
          <ul className={styles.bad}>
            {problems.map(({ row, reason }) => (
              <li key={row}>{t('sets.rowProblem', { row, why: t(`sets.rowProblems.${reason}`) })}</li>
            ))}
          </ul>
          {skipped > problems.length && (
            <p className={styles.note}>{t('sets.mapping.moreBad', { count: skipped - problems.length })}</p>
          )}
        </>
      )}
    </>
  )
}

function PromptDetails({ prompt: { systemPrompt, values, checks } }: { prompt: PromptContent }) {
  const details = [
    ...(systemPrompt === null ? [] : [`${t('sets.mapping.uses.system')}: ${systemPrompt}`]),
    ...Object.entries(values).map(([name, value]) => `${name} = ${value}`),
    ...checks.map(checkName),
  ]
  return details.length === 0 ? null : (
    <ul className={styles.details}>
      {details.map((detail, index) => {
        const key = index
        return <li key={key}>{detail}</li>
      })}
    </ul>
  )
}
