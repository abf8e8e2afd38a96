/** The last segment of a path, as the name of a folder; `/` is itself. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}
