/** The dialog with the files and folders of a project. */
export const knowledge = {
  title: 'Knowledge of {{project}}',
  about:
    'These files are sent to models with each question in this project: all of them if they fit, otherwise the passages that match the question.',
  empty:
    'Add files and folders, or drop files here. Text, code, Markdown, CSV, JSON, HTML and PDF files can be read.',
  dropHere: 'Drop files to add them',
  addFiles: 'Add files',
  addFolder: 'Add folder',
  folderPath: 'Full path of the folder',
  refresh: 'Check for changes',
  reading: 'Read {{done, number}} of {{total, number}} files',
  uploading: 'Adding {{done, number}} of {{total, number}} files',
  unread: '{{count, number}} not read',
  showFiles: 'Files of {{name}}',
  allow: 'Allow folder',
  removed: '{{name}} was removed from the project.',
  all: 'About {{tokens}} tokens. Models with a context of {{size}} tokens or more get all of it with each question.',
  passages: 'About {{tokens}} tokens. Models get the passages that match each question.',
  states: {
    indexed: 'Read',
    waiting: 'Not read yet',
    'too-large': 'Too large: the limit is 10 MB',
    'not-text': 'No text that Parley can read',
    unreadable: 'Could not be opened',
    missing: 'Not found',
    changing: 'Changed while it was read',
  },
  problems: {
    'not-allowed': 'From an imported or restored project. Parley reads it after you allow it.',
    gone: 'The folder was not found. Its disk may not be connected.',
    denied: 'Parley does not have permission to read this folder.',
    own: 'This folder contains Parley’s own files.',
    'too-many': 'Only the first files were read: the limit is 5,000 files and 1 GB.',
  },
  failures: {
    full: 'The disk is full, so not all files were read.',
    failed: 'Not all files could be read. Check for changes to try again.',
  },
} as const
