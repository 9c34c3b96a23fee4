extension Vocabulary {
    /// Words for searches, in all languages.
    static let searches: [Hint: String] = [
        .mark([.ignored, .search]): """
        search, query, keyword, keywords, =q, filter, find, lookup, look up, zip code search, suche, suchen, suchbegriff,
        suchwort, stichwort, filtern, buscar, búsqueda, busca, pesquisar, pesquisa, palabra clave, recherche, rechercher,
        mot clé, mots clés, cerca, ricerca, parola chiave, zoek, zoeken, zoekterm, trefwoord, szukaj, wyszukaj,
        wyszukiwanie, ara, arama, anahtar kelime, поиск, искать, найти, пошук, шукати, 検索, キーワード, 搜索, 搜尋, 查询,
        关键词, 關鍵字, 검색, 검색어, بحث, ابحث, חיפוש, חפש, खोजें, खोज, sök, søk, søg, hledat, vyhledat, hľadať, keresés,
        căutare, caută, αναζήτηση, haku, hae, cari, pencarian, tìm kiếm, tìm, ค้นหา
        """
    ]
}
