// `npm run check:mutations`: puts one small error at a time into the product and runs the tests that should fail. They
// must fail for 85 % of the errors. `-- seats web` tries the mutations of these areas of mutations.txt only; `-- --sample 80
// --seed 1` makes errors of its own (mutants/check-sample.ts).
import { checkListed } from './mutants/check-listed.ts'
import { checkSample } from './mutants/check-sample.ts'

const args = process.argv.slice(2)
await (args.some(arg => arg.startsWith('--')) ? checkSample(args) : checkListed(args))
