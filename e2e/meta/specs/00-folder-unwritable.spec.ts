import { refusedTests } from '../broken-specs.ts'
import { metaObstacles } from '../obstacles.ts'

refusedTests({ userData: metaObstacles().unwritableFolder })
