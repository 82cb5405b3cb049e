// The package's own declarations bring the browser's declarations into the whole program. The file
// beside this one declares the parts that we use.
import xpath from 'xpath';

export const parse = xpath.parse;

// The package's own expression takes time to the second power of a long row of digits.
xpath.XNumber.prototype.numberFormat = /^\s*-?(?:\d+(?:\.\d+)?|\.\d+)\s*$/;

const { STEPNAMES: names } = xpath.Step;

/** All parts of an expression, including itself, each with the parts around it. */
function* partsOf(part, path = []) {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield { part, path };
  const within = Array.isArray(part) ? path : [...path, part];
  for (const [name, child] of Object.entries(part)) {
    if (name === 'nodeTest') continue;
    const isFilter = name === 'predicates' || name === 'filterPredicates';
    yield* partsOf(child, isFilter ? [...within, 'filter'] : within);
  }
}

export const stepsOf = ({ expression }) =>
  [...partsOf(expression)].flatMap(({ part, path }) => {
    const filters = path.filter((one) => one === 'filter').length;
    if (part instanceof xpath.Step) {
      return [{ axis: names[part.axis], filters, hasFilter: part.predicates.length > 0 }];
    }
    if (part instanceof xpath.LocationPath) {
      return part.absolute ? [{ axis: 'root', filters, hasFilter: false }] : [];
    }
    const hasFilter = part instanceof xpath.PathExpr && (part.filterPredicates ?? []).length > 0;
    return hasFilter ? [{ axis: 'self', filters, hasFilter }] : [];
  });

export function counted(parsed, spend) {
  for (const { part } of partsOf(parsed.expression)) {
    if (part instanceof xpath.Step) {
      const test = part.nodeTest;
      part.nodeTest = Object.assign(Object.create(test), {
        matches(node, context) {
          spend(1);
          return test.matches(node, context);
        },
      });
    } else if (typeof part.evaluate === 'function') {
      const evaluate = part.evaluate;
      part.evaluate = function (context) {
        spend(1);
        return evaluate.call(this, context);
      };
    }
  }
  return parsed;
}
