import { z } from 'zod'

import { isModelRef } from './models'

/** `provider/model` */
export const modelRef = z.string().max(512).refine(isModelRef, 'must be provider/model')
