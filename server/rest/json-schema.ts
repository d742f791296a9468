/** JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) of the contract's shapes. */
import { z } from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>;

/** Shapes of answers under their names; where one holds another it refers to it. Fields may be added to answers, so none is forbidden. */
export function namedSchemas(shapes: ReadonlyMap<string, z.ZodType>, uri: (name: string) => string): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of shapes) registry.add(shape, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri, override: ({ jsonSchema }) => tidy(jsonSchema) });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]));
}

/**
 * What a request may hold: the values as the site reads them in the end, of which those with a default may be left out. (The input side of a
 * value that is converted, such as a country in any case, would say no more than `string`.)
 */
export function requestSchema(shape: z.ZodObject): JsonSchema {
  const { required = [] } = z.toJSONSchema(shape, { io: 'input' });
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'output', override: ({ jsonSchema }) => tidy(jsonSchema) });
  return { ...schema, required };
}

function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties;
  // Every integer of JavaScript has these bounds; they tell a reader nothing.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // A format says it better than the pattern behind it.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.example !== undefined) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}
