import { runService } from '../../server/process/run-service.ts'
import { QUICK_PASSWORD_COST } from '../../server/testing/store/quick-passwords.ts'

await runService({ passwordCost: QUICK_PASSWORD_COST })
