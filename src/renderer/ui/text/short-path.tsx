import styles from './short-path.module.css'

/** A path on one line. Where there is too little space, its folders are shortened, and its file name never is. */
export function ShortPath({ path }: { path: string }) {
  const nameAt = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return (
    <span className={styles.path} dir="ltr">
      {nameAt > 0 && <span className={styles.folders}>{path.slice(0, nameAt)}</span>}
      <span className={styles.name}>{path.slice(nameAt)}</span>
    </span>
  )
}
