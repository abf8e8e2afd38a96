/** By what lies here programs are told what to run: git's hooks and settings, those of editors, of agents themselves. */
const steering = new Set([
  '.git',
  'git~1',
  '.githooks',
  '.husky',
  '.claude',
  '.codex',
  '.gemini',
  '.opencode',
  'opencode.json',
  'opencode.jsonc',
  '.agents',
  '.mcp.json',
  '.cursor',
  '.vscode',
  '.idea',
  '.devcontainer',
  '.envrc',
])

/** Whether whoever writes to this path may thereby have something run, or be allowed more, without being asked. */
export function steersPrograms(path: string): boolean {
  return path.split(/[/\\]/u).some((step) => steering.has(sameFile(step)))
}

/** Some file systems take `.GIT`, `.git.` and `.git` with letters that are not seen for the same. */
function sameFile(name: string): string {
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s.]+$/u, '')
    .toLowerCase()
}
