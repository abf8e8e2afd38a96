import { classNames } from '../class-names'
import hiddenTextStyles from './hidden-text.module.css'
import styles from './short-path.module.css'

/** A path on one line. Where there is too little space, its folders are shortened, and its file name never is. */
export function ShortPath({ path }: { path: string }) {
  const nameAt = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return (
    <span className={styles.path} dir="ltr">
      {/* The name of a control would have a space between the two parts. */}
      <span className={classNames(hiddenTextStyles.hiddenText, styles.whole)}>{path}</span>
      {nameAt > 0 && (
        <span className={styles.folders} aria-hidden="true">
          {path.slice(0, nameAt)}
        </span>
      )}
      <span className={styles.name} aria-hidden="true">
        {path.slice(nameAt)}
      </span>
    </span>
  )
}
