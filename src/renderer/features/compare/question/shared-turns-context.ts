import { createContext } from 'react'

import type { MessageId } from '../../../../shared/ids'
import type { QuestionLength } from '../../message/user-message'

/** How much of a question a pane shows: those that all panes were asked are shown above the panes. */
export const QuestionLengthContext = createContext<(messageId: MessageId) => QuestionLength>(() => 'full')
