import { crc32 } from 'node:zlib';

const HEADINGS = ['Student Name', 'Mobile No.', 'E-mail', 'Course', 'City', 'Source', 'Remarks'];

/** Contacts as an export of a CRM has them. */
function rowsOf(count) {
  return Array.from({ length: count }, (_, at) => [
    `Asha Kumari ${at}`,
    `98${String(70_000_000 + at)}`,
    `asha${at}@example.com`,
    ['B.Com', 'BBA', 'B.Sc. Nursing', 'MBA'][at % 4],
    ['Indore', 'Bhopal', 'Ujjain'][at % 3],
    'Website, campaign "June"',
    `Asked about fees and hostel; call after ${10 + (at % 8)}:00`,
  ]);
}

/** @returns {Buffer} a CSV file of so many contacts */
export function csvOfLeads(count) {
  const cell = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [HEADINGS, ...rowsOf(count)].map((row) => row.map(cell).join(','));
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

/** @returns {Buffer} an XLSX file of so many contacts, with texts in its cells */
export function xlsxOfLeads(count) {
  const cell = (text, name) =>
    `<c r="${name}" t="inlineStr"><is><t>${text.replaceAll('"', '&quot;')}</t></is></c>`;
  const rows = [HEADINGS, ...rowsOf(count)].map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((text, n) => cell(text, `${'ABCDEFG'[n]}${at + 1}`)).join('')}</row>`,
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (type, target) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  return zipOf({
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

/** A ZIP archive that compresses nothing. */
function zipOf(files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const entries = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    // Version, flags, method, time, date, checksum, both sizes, lengths of name and extra field.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name));
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
