// Looks up places in the JSON schema of scenarios: allowed keys and values, and their descriptions.

export class Schema {
  constructor(root) { this.root = root; }

  /** Returns all alternatives of a schema, without references and choices. */
  leaves(schema, depth = 0) {
    if (!schema || depth > 12) return [];
    if (schema.$ref) {
      const found = schema.$ref.split("/").slice(1).reduce((at, key) => at?.[key], this.root);
      return this.leaves(found, depth + 1);
    }
    const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
    const own = schema.properties || schema.items || schema.const !== undefined || schema.enum || schema.type ? [schema] : [];
    return [...own, ...choices.flatMap((choice) => this.leaves(choice, depth + 1))];
  }

  /** Returns the schemas at the end of the keys; the value selects among the choices on the way. */
  at(keys, value) {
    let leaves = this.leaves(this.root);
    let here = value;
    for (const key of keys) {
      leaves = this.fitting(leaves, here).flatMap((leaf) => this.child(leaf, key));
      here = here?.[key];
    }
    return this.fitting(leaves, here);
  }

  fitting(leaves, value) {
    const tag = value?.type;
    const chosen = leaves.filter((leaf) => leaf.properties?.type?.const !== undefined && leaf.properties.type.const === tag);
    const general = leaves.filter((leaf) => leaf.properties?.type?.const === undefined);
    return chosen.length > 0 ? [...chosen, ...general] : leaves;
  }

  child(leaf, key) {
    const named = leaf.properties?.[key];
    if (named) return [named, ...this.leaves(named)].filter((one) => !one.$ref || one.description);
    if (leaf.items && /^\d+$/.test(key)) return this.leaves(leaf.items);
    return typeof leaf.additionalProperties === "object" ? this.leaves(leaf.additionalProperties) : [];
  }

  /** Returns the allowed keys of a table, with their descriptions. */
  keys(keys, value) {
    const found = new Map();
    for (const leaf of this.at(keys, value)) {
      for (const [name, schema] of Object.entries(leaf.properties ?? {})) {
        if (!found.has(name)) found.set(name, schema.description ?? "");
      }
    }
    return found;
  }

  /** Returns the allowed words for the value of a key, with their descriptions. */
  words(keys, value) {
    const parent = keys.slice(0, -1);
    const key = keys.at(-1);
    const found = new Map();
    const all = parent.reduce(([leaves, here], name) => {
      const next = this.fitting(leaves, here).flatMap((leaf) => this.child(leaf, name));
      return [next, here?.[name]];
    }, [this.leaves(this.root), value])[0];
    for (const leaf of all) {
      const schema = leaf.properties?.[key];
      if (schema?.const !== undefined) found.set(String(schema.const), leaf.description ?? "");
      for (const one of this.leaves(schema)) {
        (one.enum ?? []).forEach((word) => found.set(String(word), one.description ?? ""));
        if (one.const !== undefined && one !== schema) found.set(String(one.const), one.description ?? "");
        if (one.type === "boolean") ["true", "false"].forEach((word) => found.set(word, ""));
      }
    }
    return found;
  }
}
