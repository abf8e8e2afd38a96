import { lookupTable } from '../lookup-table'

/** A language that Parley can highlight. */
export interface CodeLanguage {
  /** The highlighter's name for it. */
  id: string
  /** Its display name. */
  name: string
}

/** Display names, and the aliases that models use. */
const known = lookupTable<readonly [name: string, ...aliases: string[]]>({
  awk: ['Awk'],
  bash: ['Shell', 'sh', 'shell', 'zsh', 'fish'],
  c: ['C', 'h'],
  clojure: ['Clojure', 'clj', 'cljs', 'edn'],
  cmake: ['CMake'],
  cpp: ['C++', 'c++', 'cc', 'cxx', 'hpp', 'arduino'],
  csharp: ['C#', 'cs', 'c#'],
  css: ['CSS'],
  dart: ['Dart'],
  diff: ['Diff', 'patch'],
  dockerfile: ['Dockerfile', 'docker', 'containerfile'],
  elixir: ['Elixir', 'ex', 'exs'],
  erlang: ['Erlang', 'erl'],
  fortran: ['Fortran', 'f90', 'f95'],
  fsharp: ['F#', 'fs', 'f#'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  groovy: ['Groovy', 'gradle'],
  haskell: ['Haskell', 'hs'],
  http: ['HTTP', 'https'],
  ini: ['TOML', 'toml', 'conf', 'cfg', 'editorconfig'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'mjs', 'cjs', 'node'],
  json: ['JSON', 'jsonc', 'json5', 'jsonl'],
  julia: ['Julia', 'jl'],
  kotlin: ['Kotlin', 'kt', 'kts'],
  latex: ['LaTeX', 'tex'],
  less: ['Less'],
  lisp: ['Lisp', 'elisp', 'emacs-lisp', 'common-lisp', 'scheme', 'racket'],
  lua: ['Lua', 'luau'],
  makefile: ['Makefile', 'make', 'mk'],
  markdown: ['Markdown', 'md', 'mdx'],
  matlab: ['MATLAB', 'octave'],
  nginx: ['nginx', 'nginxconf'],
  nix: ['Nix'],
  objectivec: ['Objective-C', 'objc', 'objective-c', 'mm'],
  ocaml: ['OCaml', 'ml', 'reasonml'],
  perl: ['Perl', 'pl', 'pm'],
  php: ['PHP'],
  powershell: ['PowerShell', 'ps1', 'pwsh', 'ps'],
  properties: ['Properties', 'env', 'dotenv'],
  protobuf: ['Protocol Buffers', 'proto'],
  python: ['Python', 'py', 'py3', 'python3', 'pyi', 'pycon', 'ipython'],
  r: ['R', 'rscript'],
  ruby: ['Ruby', 'rb', 'rake', 'gemspec'],
  rust: ['Rust', 'rs'],
  scala: ['Scala', 'sc'],
  scss: ['SCSS', 'sass'],
  shell: ['Console', 'console', 'shellsession', 'sh-session', 'terminal'],
  sql: ['SQL', 'postgresql', 'postgres', 'psql', 'mysql', 'sqlite', 'plsql', 'tsql'],
  swift: ['Swift'],
  typescript: ['TypeScript', 'ts', 'tsx', 'mts', 'cts'],
  verilog: ['Verilog', 'v', 'sv', 'systemverilog'],
  vhdl: ['VHDL'],
  vim: ['Vim script', 'viml', 'vimscript'],
  x86asm: ['Assembly', 'asm', 'nasm', 'assembly'],
  xml: ['HTML', 'html', 'xhtml', 'svg', 'vue', 'svelte', 'rss', 'atom', 'plist'],
  yaml: ['YAML', 'yml'],
})

const byWord = new Map<string, CodeLanguage>(
  Array.from(known).flatMap(([id, [name, ...aliases]]) =>
    [id, ...aliases].map((word): [string, CodeLanguage] => [word, { id, name }]),
  ),
)

/** Display names for words that share a grammar with another language. */
const ownNames = lookupTable({
  jsx: 'JSX',
  tsx: 'TSX',
  ini: 'INI',
  svg: 'SVG',
  xml: 'XML',
  vue: 'Vue',
  svelte: 'Svelte',
  scheme: 'Scheme',
  racket: 'Racket',
  sass: 'Sass',
})

/** The language of a code fence; null when Parley cannot highlight it. */
export function codeLanguage(word: string): CodeLanguage | null {
  const language = byWord.get(word.toLowerCase())
  if (language === undefined) return null
  const ownName = ownNames.get(word.toLowerCase())
  return ownName === undefined ? language : { ...language, name: ownName }
}
