import { markVariable } from './processes/agent-mark'

/** What agents and what they start may see of Parley's own environment: places, languages, the way to the network. */
const allowedNames = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TERM',
  'COLORTERM',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'SSH_AUTH_SOCK',
  'DBUS_SESSION_BUS_ADDRESS',
  // Where an agent keeps what its user logged in with.
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  // The way to the network, and what is trusted on it.
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  // Without these hardly a program starts on Windows.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'OS',
  'USERNAME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'ALLUSERSPROFILE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
])

const allowedPrefixes = ['LC_', 'XDG_']

/** The name of a variable whose value is a secret as a rule. */
const secretName = /(^|_)(api_?key|key|token|secret|password|passwd|cookie)(_|$)/i

/**
 * The whole environment of an agent: the allowed part of Parley's own, what it is given, and the marks by which
 * everything that it starts is found again. No key of a provider, unless it is given.
 */
export function agentEnvironment(
  own: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
  marks: { runId: string; mark: string },
): Record<string, string> {
  return { ...allowedEnvironment(own), ...given, PARLEY_RUN_ID: marks.runId, [markVariable]: marks.mark }
}

/** The allowed part of Parley's own environment. */
export function allowedEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) =>
      value !== undefined && isAllowed(name) ? [[name, value] as const] : [],
    ),
  )
}

/** Values of an environment that must not show anywhere. */
export function secretsIn(environment: Readonly<Record<string, string>>): string[] {
  return Object.keys(environment).flatMap((name) => (secretName.test(name) ? (environment[name] ?? []) : []))
}

function isAllowed(name: string): boolean {
  // Some programs know the proxies by small letters only, and Windows knows no difference.
  const upper = name.toUpperCase()
  return allowedNames.has(upper) || allowedPrefixes.some((prefix) => upper.startsWith(prefix))
}
