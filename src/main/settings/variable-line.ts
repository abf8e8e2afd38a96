import type { Confirmation } from '../platform/platform'

/** Names of variables whose values must stay hidden. */
const secretVariable = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD)$/i
/** Shown instead of such a value, whatever its length. */
const hiddenValue = '••••••••'

/** Variables that make programs load or run something else, or find other programs and settings, as whole names. */
const loadingNames: ReadonlySet<string> = new Set([
  '_JAVA_OPTIONS',
  'BASHOPTS',
  'BROWSER',
  'CLASSPATH',
  'COMSPEC',
  'EDITOR',
  'ENV',
  'GCONV_PATH',
  'GTK_MODULES',
  'HOME',
  'IFS',
  'JAVA_OPTS',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'LESSCLOSE',
  'LESSOPEN',
  'MAVEN_OPTS',
  'PAGER',
  'PATH',
  'PATHEXT',
  'PHPRC',
  'PROMPT_COMMAND',
  'PS4',
  'SHELL',
  'SHELLOPTS',
  'USERPROFILE',
  'VISUAL',
  'ZDOTDIR',
])

/** The same by how their names begin: of loaders, shells, languages, package managers and version control. */
const loadingPrefix =
  /^(?:BASH_|BUN_|BUNDLE_|CARGO_|COMPLUS_|CORECLR_|COR_|DENO_|DOCKER_|DOTNET_|DYLD_|ELECTRON_|GEM_|GIO_|GIT_|GLIBC_|GRADLE_|JULIA_|LD_|LUA_|MALLOC_|NODE_|NPM_|OPENSSL_|PERL|PHP_|PIP_|PIPX_|PNPM_|PYTHON|QT_|RUBY|R_|RUST|SSH_|UV_|XDG_|YARN_)/i

/** Whether a variable can make a program run something else than its command says. */
function loadsCode(name: string): boolean {
  return loadingNames.has(name.toUpperCase()) || loadingPrefix.test(name)
}

/** A variable in a confirmation. A key's value is hidden, but never one that decides what runs. */
export function variableLine([name, value]: readonly [
  name: string,
  value: string,
]): Confirmation['lines'][number] {
  const loads = loadsCode(name)
  const shown = !loads && secretVariable.test(name) ? hiddenValue : value
  return { label: loads ? 'loading-variable' : 'variable', value: `${name} = ${shown}` }
}
