// Reads the manifest as a tool does.
import { Ajv } from 'ajv'
import schema from 'custom-elements-manifest/schema.json' with { type: 'json' }
import manifest from 'hosted-checkout/custom-elements.json' with { type: 'json' }

const ajv = new Ajv({ allowUnionTypes: true })
if (!ajv.validate(schema, manifest)) throw new Error(ajv.errorsText())
