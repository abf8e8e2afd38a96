import type { Action } from '../../state/actions/action-list'
import type { Command, CommandPlace } from './command'
import { promptCommand } from './prompt-command'

/** The commands in `known` without an action in the catalogue, and the saved prompts, as actions. */
export function commandActions(
  known: readonly Command[],
  place: CommandPlace,
  run: (command: Command, argument: string) => void,
): Action[] {
  const commands = known.filter(({ action }) => action === null)
  const { prompts } = place.app.prompts.store.getState()
  return [
    ...commands.map((command): Action => ({
      id: `/${command.name}`,
      title: command.title(),
      group: 'chat',
      whyNot: () => command.whyNot(place),
      run: () => run(command, ''),
    })),
    ...prompts.map(({ id, name, text }): Action => ({
      id: `prompt:${id}`,
      title: name,
      group: 'prompts',
      words: text.slice(0, 200),
      run: () => run(promptCommand, name),
    })),
  ]
}
