print("chatelaine")
