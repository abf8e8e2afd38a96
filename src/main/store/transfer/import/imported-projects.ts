import type { ProjectId } from '../../../../shared/ids'
import type { ProjectStore } from '../../projects/project-store'
import type { ParleyProject } from '../parley-format/parley-archive'

/** The projects of an imported file. Its chats, comparisons and prompts refer to them by name. */
export class ImportedProjects {
  readonly #store: Pick<ProjectStore, 'adopt'>
  readonly #onAdded: (added: ProjectId) => void
  readonly #idByName = new Map<string, ProjectId>()

  constructor(store: Pick<ProjectStore, 'adopt'>, onAdded: (added: ProjectId) => void) {
    this.#store = store
    this.#onAdded = onAdded
  }

  /** Says whether a project was added, was here before, or was left out because there are too many. */
  add({
    format: _format,
    version: _version,
    knowledge = [],
    ...given
  }: ParleyProject): 'added' | 'known' | 'no-room' {
    const adopted = this.#store.adopt({ ...given, knowledge })
    if (adopted === null) return 'no-room'
    this.#idByName.set(given.name, adopted.id)
    if (!adopted.isNew) return 'known'
    this.#onAdded(adopted.id)
    return 'added'
  }

  /** The project that content of the file names; null if it names none, or one that the file does not have. */
  of(content: object): ProjectId | null {
    const name = 'project' in content && typeof content.project === 'string' ? content.project : null
    return name === null ? null : (this.#idByName.get(name) ?? null)
  }
}
