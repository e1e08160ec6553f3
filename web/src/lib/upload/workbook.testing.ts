import { strToU8, zipSync } from 'fflate';

interface Workbook {
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  readonly numFmts?: readonly (readonly [id: number, code: string])[];
  readonly styles?: readonly number[];
  readonly workbookPr?: string;
  readonly afterRows?: string;
  readonly prefix?: string;
  /** The names of sheets that are charts. */
  readonly charts?: readonly string[];
  /** Targets of sheets from the root, as some programs write them. */
  readonly isAbsolute?: boolean;
  readonly level?: 0 | 6;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export function workbook({
  sheets,
  strings,
  numFmts = [],
  styles = [0],
  workbookPr = '',
  afterRows = '',
  prefix = '',
  charts = [],
  isAbsolute = false,
  level = 6,
}: Workbook): Uint8Array {
  const p = prefix === '' ? '' : `${prefix}:`;
  const xmlns = `xmlns${prefix === '' ? '' : `:${prefix}`}="${MAIN}"`;
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${isAbsolute ? '/xl/' : ''}${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<${p}workbook ${xmlns} xmlns:r="${RELATIONS}">${workbookPr}<${p}sheets>${names
      .map((name, at) => `<${p}sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${names
      .map((name, at) => {
        const type = charts.includes(name) ? 'chartsheet' : 'worksheet';
        return relation(`rId${at + 1}`, type, `${type}s/sheet${at + 1}.xml`);
      })
      .join('')}${relation('rId90', 'styles', 'styles.xml')}${
      strings ? relation('rId91', 'sharedStrings', 'sharedStrings.xml') : ''
    }</Relationships>`,
    'xl/styles.xml': stylesPart(p, xmlns, { numFmts, styles }),
  };
  for (const [at, rows] of Object.values(sheets).entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `${XML}<${p}worksheet ${xmlns} xmlns:r="${RELATIONS}"><${p}sheetData>${rows}</${p}sheetData>${afterRows}</${p}worksheet>`;
  }
  if (strings) {
    parts['xl/sharedStrings.xml'] =
      `${XML}<${p}sst ${xmlns} count="${strings.length}" uniqueCount="${strings.length}">${strings
        .map((inside) => `<${p}si>${inside}</${p}si>`)
        .join('')}</${p}sst>`;
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), {
    level,
  });
}

function stylesPart(
  p: string,
  xmlns: string,
  { numFmts, styles }: Required<Pick<Workbook, 'numFmts' | 'styles'>>,
) {
  const formats = numFmts.map(([id, code]) => `<${p}numFmt numFmtId="${id}" formatCode="${code}"/>`).join('');
  const cells = styles.map((id) => `<${p}xf numFmtId="${id}" xfId="0" applyNumberFormat="1"/>`).join('');
  return `${XML}<${p}styleSheet ${xmlns}><${p}numFmts count="${numFmts.length}">${formats}</${p}numFmts><${p}cellStyleXfs count="1"><${p}xf numFmtId="0"/></${p}cellStyleXfs><${p}cellXfs count="${styles.length}">${cells}</${p}cellXfs></${p}styleSheet>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Texts are shared, as Excel writes them. */
export function excelRows(rows: readonly (readonly (string | number | null)[])[]): {
  readonly rows: string;
  readonly strings: string[];
} {
  const strings: string[] = [];
  const written = rows.map((cells, at) => {
    const row = at + 1;
    const inside = cells.map((cell, column) => {
      const r = `${String.fromCharCode(65 + column)}${row}`;
      if (cell === null) return '';
      if (typeof cell === 'number') return `<c r="${r}"><v>${cell}</v></c>`;
      const index = strings.push(`<t xml:space="preserve">${escaped(cell)}</t>`) - 1;
      return `<c r="${r}" t="s"><v>${index}</v></c>`;
    });
    return `<row r="${row}" spans="1:${cells.length}" x14ac:dyDescent="0.25">${inside.join('')}</row>`;
  });
  return { rows: written.join(''), strings };
}
