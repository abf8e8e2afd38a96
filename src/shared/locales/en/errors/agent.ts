/** Errors of coding agents. For each code and reason: what happened, and what the reader can do about it. */
export const agentErrors = {
  AGENT_FAILED: {
    cancelled: {
      what: '{{providerName}} cancelled the answer.',
      kept: 'The text so far is kept.',
    },
    'changes-mode': {
      what: '{{providerName}} switched to a mode with more permissions than you chose. Stopped.',
      fix: 'If that is what you want, choose a higher permission.',
    },
    'disk-full': {
      what: 'The disk has no space left for the agent’s own folder.',
      fix: 'Free up some space, or let the agent work in your folder.',
    },
    exited: {
      what: '{{providerName}} exited before it finished the answer.',
      kept: 'The text so far is kept.',
    },
    failed: { what: '{{providerName}} failed.', fix: 'Try again.' },
    files: {
      what: 'The files that the agent needs could not be written.',
      fix: 'Check that the disk has free space and that Parley can write to its data folder.',
    },
    git: { what: 'Git could not prepare or read the agent’s folder.' },
    interrupted: {
      what: '{{providerName}} was interrupted by another program.',
      kept: 'The text so far is kept.',
    },
    mode: {
      what: '{{providerName}} cannot work with the permission that you chose. Nothing was sent.',
      fix: 'Choose another permission, or update {{providerName}}.',
    },
    'no-folder': {
      what: 'The folder {{folder}} was not found or cannot be opened.',
      fix: 'Choose another folder for the agent.',
    },
    'no-git': {
      what: 'Git was not found. It is needed to give the agent its own folder.',
      fix: 'Install Git, or let the agent work in your folder.',
    },
    'batch-argument': {
      what: '{{executable}} is a batch file, to which Windows cannot safely pass “{{argument}}”.',
      fix: 'Avoid percent signs and line breaks, or use a program that is not a batch file.',
    },
    'not-allowed': {
      what: 'You did not allow full access, so {{providerName}} was not started.',
      fix: 'Send the message again to be asked again, or choose a lower permission.',
    },
    'not-ended': {
      what: 'Some processes of an agent could not be ended: {{pids}}.',
      fix: 'End them yourself, or restart the computer.',
    },
    'not-started': {
      what: '{{executable}} could not be started ({{detail}}).',
      fix: 'Check in a terminal that it runs, or install it again.',
    },
    'session-lost': {
      what: '{{providerName}} no longer has the session of this chat.',
      fix: 'Ask again. It starts a new session that includes the chat so far.',
    },
    'variables-unreadable': {
      what: 'Parley could not read the environment variables in {{file}}, so it did not start {{providerName}}.',
      fix: 'They could send your requests and your key to another server. Rename the file, or choose another folder.',
    },
    'conversation-lost': {
      what: 'This conversation was not found: the agent no longer has it.',
      fix: 'Call it again without continuation_id, and include what it needs to know in the prompt.',
    },
    unreadable: {
      what: '{{providerName}} printed something that Parley could not read.',
      kept: 'The text before it is kept.',
      fix: 'Try again, or update {{providerName}}.',
    },
    workspace: {
      what: 'The agent’s own folder could not be created or read ({{detail}}).',
      fix: 'Check that Parley can read the folder and write to its data folder.',
    },
  },
  AGENT_NOT_INSTALLED: {
    adapter: {
      what: 'The adapter for {{providerName}} is not installed.',
      fix: 'Install it in a terminal, then try again.',
      detail: 'Command: {{install}}',
    },
    'not-found': {
      what: '{{providerName}} is not installed.',
      fix: 'Install it in a terminal, or choose its program in Settings.',
      detail: 'Command: {{install}}',
    },
    'program-gone': {
      what: 'The program {{executable}} was not found.',
      fix: 'Install the agent, or choose another program in Settings.',
    },
    'wrong-program': {
      what: 'The program set for {{providerName}}, {{executable}}, was not found or cannot be started.',
      fix: 'Choose another program in Settings.',
    },
  },
} as const
