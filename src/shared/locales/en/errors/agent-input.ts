/** Requests to coding agents, or about their folders, that are refused. */
export const agentInputErrors = {
  'agent-as-model': {
    what: 'Coding agents have their own tools.',
    fix: 'Call the tool named after the agent.',
  },
  'agent-folder-changed': {
    what: 'Nothing was applied: {{folder}} changed in the same places as the agent’s copy ({{conflict}}).',
  },
  'agent-folder-imported': {
    what: 'The folder {{folder}} comes from an imported file.',
    fix: 'Allow it before an agent works in it.',
  },
  'agent-folder-in-data': {
    what: '{{folder}} is inside Parley’s own data.',
    fix: 'Choose another folder for the agent.',
  },
  'agent-folder-large': {
    what: 'The folder has more than {{files, number}} files or {{gibibytes}} GiB, which is too large to copy.',
    fix: 'Choose a Git worktree or a smaller folder.',
  },
  'agent-folder-needed': { what: '{{agent}} works in a folder.', fix: 'Choose one first.' },
  'agent-folder-none': { what: 'The agent has no folder of its own here.' },
  'agent-folder-not-absolute': {
    what: 'The path of the folder is not absolute.',
    fix: 'Enter the full path.',
  },
  'agent-folder-not-chosen': { what: 'No folder is chosen.', fix: 'Choose a folder for the agent first.' },
  'agent-folder-not-found': {
    what: 'The folder {{folder}} was not found.',
    fix: 'Choose another folder for the agent.',
  },
  'agent-folder-pending': {
    what: 'The agent’s own folder {{workFolder}}, created from {{folder}}, has changes that were not applied.',
    fix: 'Apply or discard them first.',
  },
  'agent-isolation-pane': {
    what: 'In a comparison, agents with write access need a folder of their own.',
    fix: 'Choose a worktree or a copy, or let the agent only read.',
  },
  'agent-isolation-unavailable': { what: 'The agent cannot have a folder of its own here.' },
  'agent-name': { what: '“{{name}}” cannot be passed to an agent.', fix: 'Choose another one.' },
  'agent-program-not-absolute': {
    what: 'The path of the program is not absolute.',
    fix: 'Enter the full path.',
  },
  'agent-program-not-found': { what: 'No program that can be started was found at this path.' },
  'agent-unlimited': {
    what: 'This server does not allow full access.',
    fix: 'Start it with --allow-unlimited to allow it.',
  },
  'agent-variable-character': { what: 'The value of {{name}} contains an invalid character.' },
  'agent-variable-reserved': { what: '{{name}} is reserved for Parley.', fix: 'Choose another name.' },
  'agent-worktree': {
    what: 'Git could not create a worktree of {{folder}}.',
    fix: 'Choose a copy instead.',
  },
  'agent-worktree-elsewhere': {
    what: '{{folder}} is not where its Git repository expects it.',
    fix: 'Choose a copy instead.',
  },
  'change-replaces-another': {
    what: 'A selected change replaces {{path}}.',
    fix: 'Select {{path}}, too.',
  },
  'changes-not-reviewed': {
    what: 'These are not the changes that you reviewed.',
    fix: 'Review them again.',
  },
} as const
