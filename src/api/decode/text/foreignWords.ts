import { names } from '../aliases.ts';

/** Words in names of German, French, Spanish, Portuguese, Italian, Japanese and Chinese services, behind the English one. */
const words =
  names(`errors fehler erreurs errores erros errori エラー 错误 錯誤; warnings warnungen avertissements advertencias avisos
    avvisi avvertimenti 警告; findings befunde funde fundstellen constats hallazgos achados rilievi 指摘 発見 发现; problems
    probleme problèmes problemas problemi auffälligkeiten anomalies anomalías anomalias anomalie 問題 问题; remarks
    hinweise anmerkungen remarques observaciones observações osservazioni 注意 提示; suggestions vorschläge vorschlaege
    sugerencias sugestões suggerimenti 提案 建议; vulnerabilities schwachstellen sicherheitslücken vulnérabilités
    vulnerabilidades vulnerabilità 脆弱性 漏洞; violations verstöße verstoesse violaciones violações violazioni 違反 违规;
    comments kommentare commentaires comentarios comentários commenti コメント 评论; files dateien fichiers archivos
    ficheros arquivos ficheiros ファイル 文件; reviewed geprüft geprueft gelesen relus vérifiés revisados verificados レビュー済み
    確認済み 已审查 已检查; analyzed analysiert analysés analizados analisados analizzati 解析済み 已分析; skipped übersprungen
    uebersprungen ausgelassen sautés omitidos saltados pulados saltati スキップ済み 已跳过; failed fehlgeschlagen gescheitert
    échec échoué échouée fallido fallida falhou falha fallito 失敗 失败; incomplete unvollständig inachevé inachevée
    incompleto incompleta 未完了 未完成; total gesamt insgesamt totale 合計 总数 总计; count anzahl nombre cantidad quantidade
    numero 件数 数量; open offen offene ouverts abiertos abertos aperti 未解決 未解决; resolved behoben gelöst résolus resueltos
    resolvidos risolti 解決済み 已解决; previous vorherige frühere précédents anteriores precedenti 前回 上次; history verlauf
    historique historial histórico cronologia 履歴 历史; status zustand état etat estado stato 状態 状态`);
const groups = words.split('; ').map(group => group.split(' '));
const english = new Map(groups.flatMap(([word = '', ...foreign]) => foreign.map(each => [each, word] as const)));
/** Those of scripts without spaces, or a word in lower or upper case. */
const unspaced = [...english.keys()].filter(word => /[\u3000-\u9fff]/.test(word));
const anyWord = new RegExp(`${unspaced.join('|')}|\\p{Lu}?\\p{Ll}+|\\p{Lu}+`, 'gu');

/** A name with the words of other languages in English, which all tables of names are in. */
export function inEnglish(name: string): string {
  const translated = (word: string): string | undefined => english.get(word.toLowerCase());
  return name.replace(anyWord, word => (translated(word) === undefined ? word : `_${translated(word)}_`));
}
