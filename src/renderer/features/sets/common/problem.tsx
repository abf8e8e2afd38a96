import { Text } from '../../../ui/layout/layout'
import styles from './sets.module.css'

/** Why something failed; nothing while it is null. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Text as="p" tone="bad" className={styles.error} role="alert">
      {text}
    </Text>
  )
}
