import { agentInputErrors } from './agent-input'
import { compareErrors } from './compare'
import { mergeErrors } from './merge'
import { webErrors } from './web'

/**
 * Refused requests. For each code and reason: what is wrong, and what the reader can do about it. `detail` names fields
 * for callers of the API; the window does not show it.
 */
export const inputErrors = {
  INVALID_INPUT: {
    ...compareErrors,
    ...mergeErrors,
    ...webErrors.INVALID_INPUT,
    ...agentInputErrors,
    // Chats and their messages.
    'message-empty': { what: 'Type a message first.' },
    'message-too-long': {
      what: 'This message is {{megabytes, number}} MB, but the limit is {{max, number}} MB.',
      fix: 'Shorten it to send it. Your text is kept.',
    },
    'not-editable': { what: 'Only questions and answers can be edited.' },
    'agent-chat-not-compacted': {
      what: 'A chat with an agent cannot be compacted.',
      fix: 'The agent manages its own context.',
    },
    'nothing-to-compact': {
      what: 'There is nothing to compact.',
      fix: 'The latest exchanges are never compacted, and nothing precedes them.',
    },
    'summary-by-agent': {
      what: 'An agent cannot write a summary.',
      fix: 'Choose a model.',
    },
    'summary-needs-larger-model': {
      what: 'The context of this model is too small for the messages to summarise.',
      fix: 'Choose a model with a larger context.',
    },
    'not-continued': {
      what: 'This answer cannot be continued.',
      fix: 'Regenerate it, or send another message.',
    },
    'only-user-message-edited': { what: 'Only a question can be edited and resent.' },
    'only-with-text': { what: 'Attachments can only be changed together with the text.' },
    'period-reversed': { what: 'The period ends before it begins.' },
    'queue-full': {
      what: 'The queue of this chat is full ({{count, number}} messages).',
      fix: 'Send this message later.',
    },
    'session-not-in-trash': {
      what: 'Only chats in the trash can be deleted permanently.',
      fix: 'Move this chat to the trash first.',
    },
    'tool-folder-imported': { what: 'You have not allowed the folder yet.' },
    'tool-folder-none': { what: 'No folder is chosen.', fix: 'Choose one first.' },
    'temporary-agent': {
      what: 'Agents cannot work in a temporary chat, because they keep records of their own.',
      fix: 'Choose a model, or save the chat first.',
    },
    'temporary-files': {
      what: 'A temporary chat cannot contain files, because Parley would store them.',
      fix: 'Paste the text instead, or save the chat first.',
    },
    'temporary-not-copied': {
      what: 'A temporary chat cannot be copied.',
      fix: 'Save it first.',
    },
    'temporary-not-listed': {
      what: 'A temporary chat is not in the list, so it cannot be pinned, archived or moved to a project.',
      fix: 'Save it first.',
    },
    'wrong-message': { what: 'Only a question or an answer can be sent again.' },
    // Files.
    'bytes-missing': { what: 'Only {{receivedBytes, number}} of {{sizeBytes, number}} bytes were received.' },
    'bytes-too-many': { what: 'The file has more than the announced {{sizeBytes, number}} bytes.' },
    'chat-too-long': {
      what: 'This chat is too long to copy as text.',
      fix: 'Export it as a file instead.',
    },
    'file-being-read': { what: 'This file is already being read.' },
    'file-has-no-text': { what: 'This file contains no text.' },
    'file-too-large': { what: 'The file is larger than {{limit}}.' },
    'files-too-many': {
      what: '{{max}} files are already being uploaded.',
      fix: 'Wait until one is done.',
    },
    'import-refused': { what: '{{reasons}}' },
    'message-too-deep': { what: 'Values in message {{number}} are nested more than {{max}} levels deep.' },
    'message-too-large': { what: 'Message {{number}} is larger than {{limit}}.' },
    offset: { what: 'The file has {{sizeBytes, number}} bytes, so it has nothing at this offset.' },
    'offset-expected': {
      what: 'The next piece must start at {{expected, number}}, not at {{offset, number}}.',
    },
    'zip-too-large': {
      what: 'These chats do not fit into one ZIP.',
      fix: 'Select fewer of them, and export them in parts.',
    },
    // Attachments.
    'attachment-failed': {
      what: '{{name}} was not attached.',
      fix: 'Remove it, then send the message.',
    },
    'attachment-folder': {
      what: '“{{name}}” is a folder. Only files can be attached.',
      fix: 'Drop the files in it instead. An agent can work in a folder, and a project can have one as knowledge.',
    },
    'attachment-too-large': {
      what: 'This file is too large.',
      fix: 'Attachments can be at most {{mebibytes, number}} MB.',
    },
    'import-folder': {
      what: '“{{name}}” is a folder. Parley imports one file at a time.',
      fix: 'Compress it as a ZIP, then import the ZIP.',
    },
    'knowledge-dropped': {
      what: '“{{name}}” is a folder, which cannot be dropped here.',
      fix: 'Add it with “Add folder”, so that changes in it are noticed.',
    },
    'text-too-long': {
      what: 'The text would have {{found, number}} characters, but a message can have at most {{max, number}}. It was not inserted.',
      fix: 'Shorten it, or save it as files and attach those.',
    },
    'attachments-too-many': { what: 'A message can have at most {{max, number}} attachments.' },
    'broke-off': {
      what: 'This file could not be read completely.',
      fix: 'Save it again, or attach its text.',
    },
    'damaged-image': {
      what: 'This image is damaged or incomplete.',
      fix: 'Save it again, then attach the new file.',
    },
    'damaged-pdf': {
      what: 'This PDF is damaged or cannot be read.',
      fix: 'Save it again, or attach its text.',
    },
    empty: { what: 'This file is empty.' },
    'large-image': { what: 'This image has too many pixels to display.', fix: 'Make it smaller first.' },
    'locked-pdf': {
      what: 'This PDF is password-protected.',
      fix: 'Save a copy without a password, then attach that.',
    },
    'long-text': {
      what: 'This text is too long. A message can include at most {{max, number}} characters.',
      fix: 'Attach only the part that matters.',
    },
    memory: { what: 'Reading this file would take too much memory.', fix: 'Attach its text instead.' },
    slow: {
      what: 'Reading this file takes too long.',
      fix: 'Attach only the part that matters, or its text.',
    },
    'unknown-kind': {
      what: 'This file type is not supported.',
      fix: 'Attach an image (PNG, JPEG, GIF or WebP), a text file or a PDF.',
    },
    // Forms.
    'form-declined': { what: 'This form was dismissed.' },
    'form-faulty': {
      what: 'The form itself has an error, so its values cannot be checked: {{problem}}.',
      fix: 'Answer in a message instead.',
    },
    'form-not-checked': {
      what: 'The values of this form could not be checked.',
      fix: 'Try again, or answer in a message instead.',
    },
    'form-slow': {
      what: 'Checking the values of this form takes too long.',
      fix: 'Answer in a message instead.',
    },
    'form-submitted': { what: 'This form was already submitted.' },
    'form-too-large': {
      what: 'This form is too large, so its values cannot be checked.',
      fix: 'Answer in a message instead.',
    },
    'values-invalid': { what: 'Some values are not valid.', detail: '{{problems}}' },
    'values-too-deep': { what: 'The values are nested too deeply.' },
    'values-too-large': {
      what: 'The values have {{sizeBytes, number}} bytes. At most {{max, number}} can be submitted.',
    },
    // Tools that models call. What only a model reads is in English.
    'tool-input': { what: '{{problem}}' },
    'file-changed': { what: '{{path}} has changed since, so Parley did not overwrite it.' },
    'file-not-opened': { what: '{{path}} cannot be opened ({{detail}}).' },
    // Settings.
    address: {
      what: 'This address is not valid.',
      fix: 'Enter one that starts with https:// or http://.',
    },
    'address-missing': { what: 'The address is missing.', fix: 'Enter one such as https://…/v1.' },
    'address-query': {
      what: 'This address contains a query.',
      fix: 'Remove the question mark and everything after it.',
    },
    'address-unusable': { what: '{{providerName}} has no valid address.', fix: 'Correct it in Settings.' },
    'address-with-password': {
      what: 'This address contains a user name or a password.',
      fix: 'Remove them. The key has its own field.',
    },
    'address-with-password-agent': {
      what: 'This address contains a user name or a password.',
      fix: 'Remove them, and pass the key as a variable.',
    },
    'key-characters': { what: 'This key contains invalid characters.', fix: 'Copy it again.' },
    'line-up-name-taken': { what: 'A line-up named {{name}} already exists.', fix: 'Choose another name.' },
    'line-up-without-name': { what: 'The line-up has no name.', fix: 'Enter one.' },
    'model-not-chosen': { what: 'No model is chosen.', fix: 'Choose a model for this chat first.' },
    'pane-of-project': {
      what: 'This is a setting of the comparison, not of its panes.',
      fix: 'Change it for the comparison instead.',
    },
    'knowledge-folder': {
      what: 'Parley cannot find or read the folder {{path}}.',
      fix: 'Enter the full path of a folder.',
    },
    'knowledge-image': { what: '{{name}} is an image.', fix: 'Add files that contain text.' },
    'knowledge-own-folder': {
      what: 'This folder contains Parley’s own files.',
      fix: 'Choose another folder.',
    },
    'too-many-sources': {
      what: 'A project can have up to {{max, number}} files and folders.',
      fix: 'Put the files into a folder and add that.',
    },
    'project-name-taken': { what: 'A project named {{name}} already exists.', fix: 'Choose another name.' },
    'project-without-name': { what: 'The project has no name.', fix: 'Enter one.' },
    'too-many-projects': {
      what: 'There are already {{max, number}} projects.',
      fix: 'Delete one first.',
    },
    'prompt-name-taken': { what: 'A prompt named {{name}} already exists.', fix: 'Choose another name.' },
    'prompt-without-name': { what: 'The prompt has no name.', fix: 'Enter one.' },
    'too-many-models-changed': {
      what: 'You can change the names, notes, parameters and visibility of at most {{most, number}} models.',
      fix: 'Reset some models in Settings first.',
    },
    'provider-built-in': { what: '“{{id}}” is a built-in provider.', fix: 'Choose another ID.' },
    // Calls over the wire, MCP and the command line.
    argument: { what: '{{problem}}.', fix: 'The options are {{options}}.' },
    'argument-address': { what: '“{{address}}” is not an address that starts with parley://.' },
    'argument-port': { what: '--port takes a number from 0 to 65535, not “{{port}}”.' },
    cursor: { what: 'This cursor is not valid.', fix: 'Read the list from the start.' },
    environment: { what: '{{name}} is not valid: {{problem}}' },
    'environment-servers': {
      what: '{{name}} is not a list of servers.',
      detail: 'It must be a JSON list of { id, name, baseUrl }, not {{value}}.',
    },
    'environment-value': {
      what: '“{{value}}” is not a valid value of {{name}}.',
      fix: 'Use one of: {{choices}}.',
    },
    field: { what: 'The input is not valid.', detail: '{{field}}: {{problem}}' },
    frame: { what: 'The request is malformed.' },
    'frame-too-deep': { what: 'The request is nested too deeply.' },
    'frame-too-large': { what: 'The request is too large.' },
    'handoff-cannot-write': { what: 'This file cannot be written ({{detail}}).' },
    'handoff-hard-link': { what: 'This file has other hard links, so no answer is added to it.' },
    'handoff-link': { what: 'This file is a symbolic link. Links are not followed.' },
    'handoff-not-file': { what: 'This is not a file.' },
    'handoff-outside': { what: 'The file must be inside the workspace.' },
    'handoff-steers-programs': {
      what: 'This file can make other programs run commands, so no answer is added to it.',
    },
    'id-in-use': { what: 'The id {{id}} belongs to a call or stream that is still open.' },
    'image-not-supported': { what: 'This is not a PNG, JPEG, GIF or WebP image.' },
    'image-too-large': { what: 'An image can have at most {{mebibytes}} MB.' },
    'input-too-large': { what: 'The input is too large to send.' },
    'not-a-file': { what: '{{path}} is not a file.' },
    'device-needed': {
      what: 'This device cannot be removed now.',
      fix: 'Wait until everything it has written has arrived here.',
    },
    'path-not-absolute': { what: 'The path is not absolute.', fix: 'Enter the full path.' },
    'path-not-found': { what: '{{path}} was not found.' },
    'path-unreadable': { what: '{{path}} cannot be read ({{detail}}).' },
    'path-unwritable': { what: '{{path}} cannot be written ({{detail}}).' },
    'port-forbidden': {
      what: 'You do not have permission to use port {{port}}.',
      fix: 'Choose another one with --port, or use --port 0 to pick a free one.',
    },
    'port-not-opened': {
      what: 'Port {{port}} could not be opened ({{detail}}).',
      fix: 'Choose another one with --port, or use --port 0 to pick a free one.',
    },
    'port-taken': {
      what: 'Another program is using port {{port}}.',
      fix: 'Choose another one with --port, or use --port 0 to pick a free one.',
    },
    'request-state': { what: 'No call is waiting for this reply.', fix: 'Call the tool again.' },
    'route-unknown': { what: 'Unknown route: {{route}}' },
    'stream-unknown': { what: 'Unknown stream: {{stream}}' },
    'too-many-open': { what: 'Too many calls and streams are open at once.' },
  },
} as const
