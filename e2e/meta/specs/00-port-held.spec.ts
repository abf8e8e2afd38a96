import { refusedTests } from '../broken-specs.ts'
import { metaObstacles } from '../obstacles.ts'

refusedTests({ port: metaObstacles().heldPort })
